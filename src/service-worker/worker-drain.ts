import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import { type ChangeOutcomes, createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createDrain, type DrainParts } from '#src/outbox/sending/drain.ts'
import { createDrainNotifier } from '#src/outbox/sending/drain-notifier.ts'
import { RECHECK_MS } from '#src/outbox/sending/drain-run.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { isExpired } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'

// Runs the same drain as every page when the worker is triggered, with the session that a page stored for it. Opens the
// databases for one run and closes them after it, so that an idle worker does not block upgrades or deletions.

const SECOND_RUN_MS = RECHECK_MS + 100 // just after the recheck is due

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
  const notifier = createDrainNotifier()
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
        await createCacheEntryStore(cache).clear()
      },
      isVisible,
      locks,
      async findSession() {
        const session = await mirror.find()
        return session && !isExpired(session, now()) ? session : null
      },
      notifyHolder: notifier.notify,
      now,
      ...(random && { random }),
    })
    notifier.subscribe(drain.notify)
    let report = await drain.run()
    if (report.isHeldElsewhere) {
      // Only a second run can distinguish an active lock holder from a frozen one.
      await new Promise((resolve) => setTimeout(resolve, SECOND_RUN_MS))
      report = await drain.run()
    }
    const { nextDueAt } = report
    if (nextDueAt !== null) throw new Error('Changes are still waiting to be sent.')
  } finally {
    notifier.dispose()
    outcomes.dispose()
    cache.close()
    outbox.close()
  }
}
