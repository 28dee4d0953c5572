import type { Change } from '#src/domain/change.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createUploadsDatabase, type UploadsDatabase } from '#src/storage/uploads-database.ts'
import type { Leftover } from '#tools/faults/schedule.ts'
import { type AccountName, accountId, isOperator, listingId } from './market/sim-server.ts'
import type { SimDevice } from './sim-device.ts'
import { START_MS } from './sim-world.ts'

// Rows that other builds of the app left in a device's outbox: a saved but unsent decision of an earlier build, and a row of a
// later build that this build cannot read.

const LATER_FORMAT = 99
const OLD_MS = 9 * 24 * 60 * 60_000 // nine days, as on a phone that lay in a drawer

/** A saved decision of an earlier build. */
export interface Inherited {
  key: string
  record: string
  deed: string
}

/** Writes rows of other builds and returns the decisions among them. Skips decisions for end users. */
export async function putLeftovers(
  device: SimDevice,
  account: AccountName,
  leftovers: readonly Leftover[],
): Promise<Inherited[]> {
  const able = leftovers.filter(({ kind }) => kind === 'later-format' || isOperator(account))
  const rows = able.map((leftover, index) => rowOf(leftover, account, `${device.label}-${index}`))
  await inOutbox(device, (changes) => changes.bulkAdd(rows.map(asStored)))
  return able.flatMap((leftover, index) => {
    const key = rows[index]?.key
    if (leftover.kind !== 'first-format' || !key) return []
    return [{ key, record: listingId(leftover.listing), deed: `status:${leftover.to}` }]
  })
}

/** The stored rows of a later build as JSON, to detect a change. */
export async function listLaterRows(device: SimDevice): Promise<string> {
  const rows = await inOutbox(device, (changes) => changes.toArray())
  return JSON.stringify(rows.filter(isOfLaterBuild))
}

export function isOfLaterBuild({ format }: { format: number }): boolean {
  return format === LATER_FORMAT
}

function rowOf(leftover: Leftover, account: AccountName, name: string) {
  const common = {
    key: `left-by-another-build-${name}`,
    userId: accountId(account),
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    queuedAt: START_MS - OLD_MS,
  }
  if (leftover.kind === 'later-format') {
    const deed = { verb: 'set', field: 'status', value: 'approved' }
    return { ...common, format: LATER_FORMAT, subject: listingId(leftover.listing), deed }
  }
  return {
    ...common,
    format: 1,
    listingId: listingId(leftover.listing),
    listingName: `Flat ${leftover.listing + 1}`,
    action: { kind: 'status', to: leftover.to },
    origin: 'table',
    from: 'pending',
    baseVersion: 1,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
  }
}

function asStored(row: ReturnType<typeof rowOf>): Change {
  return row as unknown as Change // a row of another build has another type than this build's table
}

/** Works on the rows of a device's outbox, outside its tabs. */
export function inOutbox<Result>(
  device: SimDevice,
  work: (changes: ReturnType<typeof createOutboxDatabase>['changes']) => PromiseLike<Result>,
): Promise<Result> {
  return device.world.complete(device.makeContext('inspection'), async () => {
    const database = createOutboxDatabase()
    const result = await work(database.changes)
    database.close()
    return result
  })
}

/** The same for the database of sellers' listings. */
export function inUploads<Result>(
  device: SimDevice,
  work: (database: UploadsDatabase) => PromiseLike<Result>,
): Promise<Result> {
  return device.world.complete(device.makeContext('inspection of listings'), async () => {
    const database = createUploadsDatabase()
    const result = await work(database)
    database.close()
    return result
  })
}
