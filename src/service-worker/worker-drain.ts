import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import { type ChangeOutcomes, createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createDrain, type DrainParts } from '#src/outbox/sending/drain.ts'
import { createDrainCall } from '#src/outbox/sending/drain-call.ts'
import { LOOK_AGAIN_MS } from '#src/outbox/sending/drain-turn.ts'
import { createQueryCopyStore } from '#src/query-cache/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { isExpired } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'

// Runs the same drain as every page when the worker is triggered, with the session that a page stored for it. The
// databases are opened for one run and closed after it, so that an idle worker blocks nothing.

const SECOND_LOOK_MS = LOOK_AGAIN_MS + 100 // just after it is due

/** Dependencies of the worker's drain; other environments pass their own. */
export interface BackgroundDrainParts extends Pick<DrainParts, 'locks' | 'random'> {
  /** False by default: a worker is not visible. */
  isVisible?: DrainParts['isVisible']
  /** Disposed of at the end. */
  outcomes?: ChangeOutcomes
  now?: () => number
  makeStore?: typeof createOutboxStore
  makeDrain?: typeof createDrain
}

/** One drain run. Rejects when changes remain, so that the browser triggers the worker again. */
export async function drainInBackground({
  locks,
  random,
  isVisible = () => false,
  outcomes = createChangeOutcomes(),
  now = Date.now,
  makeStore = createOutboxStore,
  makeDrain = createDrain,
}: BackgroundDrainParts): Promise<void> {
  const cache = createCacheDatabase()
  const outbox = createOutboxDatabase()
  const mirror = createSessionMirrorStore(cache)
  const store = makeStore(outbox, { now })
  const calls = createDrainCall()
  try {
    const drain = makeDrain({
      store,
      outcomes,
      send: sendChange,
      readEventList,
      isReachable: isApiReachable,
      // The browser only assumes that there is a network: probe the server first.
      reachability: { get: () => 'online', isProven: () => false, report: () => undefined },
      async onSignedOut(token) {
        // A page may have signed in again meanwhile: this answer does not concern its session.
        if ((await mirror.find())?.token !== token) return
        await mirror.clear()
        await createQueryCopyStore(cache).clear()
      },
      isVisible,
      locks,
      async findSession() {
        const session = await mirror.find()
        return session && !isExpired(session, now()) ? session : null
      },
      callHolder: calls.call,
      now,
      ...(random && { random }),
    })
    calls.follow(drain.nudge)
    let report = await drain.run()
    if (report.isHeldElsewhere) {
      // Only a second run can distinguish an active lock holder from a frozen one.
      await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS))
      report = await drain.run()
    }
    const { nextDueAt } = report
    if (nextDueAt !== null) throw new Error('Changes are still waiting to be sent.')
  } finally {
    calls.dispose()
    outcomes.dispose()
    cache.close()
    outbox.close()
  }
}
