import type { DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable } from 'dexie'
import type { Change } from '#src/domain/change.ts'
import type { DrainParts } from '#src/outbox/sending/drain-parts.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { Design, Store } from '#tools/faults/sim/design.ts'

// Parts that several wrong designs share.

/** Wraps every function that stores a sent change's result: `before` runs first and returns the change to store. */
export function settlingAfter(store: Store, before: (change: Change) => Promise<Change>) {
  const after =
    <Rest extends unknown[], Result>(settle: (change: Change, ...rest: Rest) => Promise<Result>) =>
    async (change: Change, ...rest: Rest) =>
      settle(await before(change), ...rest)
  return {
    ackChange: after(store.ackChange),
    postponeChange: after(store.postponeChange),
    holdForSignIn: after(store.holdForSignIn),
    parkChange: after(store.parkChange),
    setConflict: after(store.setConflict),
  }
}

type Send = DrainParts['send']
type Answer = Awaited<ReturnType<Send>>

/** Replaces the answer to each sent change. */
export function answeringWith(replace: (answer: Answer, change: Change) => Answer): Design {
  const sendWith =
    (send: Send): Send =>
    async (change, ...rest) =>
      replace(await send(change, ...rest), change)
  return { drain: (parts) => ({ ...parts, send: sendWith(parts.send) }) }
}

/** Passes every write to `changes` through `mutate`, within the write's transaction. */
export function interceptWrites(
  database: OutboxDatabase,
  mutate: (table: DBCoreTable, request: DBCoreMutateRequest) => Promise<DBCoreMutateResponse>,
): void {
  database.use({
    stack: 'dbcore',
    name: 'intercepted writes',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        if (name !== 'changes') return table
        return { ...table, mutate: (request) => mutate(table, request) }
      },
    }),
  })
}
