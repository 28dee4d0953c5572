import { isApiReachable, readEventList } from '#src/api/change-call.ts'
import { type ChangeOutcomes, createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createDrain } from '#src/outbox/sending/drain.ts'
import { createDrainNotifier } from '#src/outbox/sending/drain-notifier.ts'
import type { DrainParts } from '#src/outbox/sending/drain-parts.ts'
import { RECHECK_MS } from '#src/outbox/sending/drain-run.ts'
import { sendChange, sendTogether } from '#src/outbox/sending/joint-calls.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { findCopiedConfirmation } from '#src/query-cache/copied-confirmation.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { isExpired } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'

// Runs the same drain as the pages on a sync event, with the session that a page stored for the worker. Opens the
// databases and closes them afterwards, so that an idle worker does not block their upgrade or deletion.

const SECOND_RUN_MS = RECHECK_MS + 100 // the drain can overtake a frozen lock holder after RECHECK_MS

/** Dependencies of the worker's drain. Tests replace the optional ones. */
export interface BackgroundDrainParts extends Pick<DrainParts, 'locks' | 'random'> {
  /** False by default, because a worker is not visible. */
  isVisible?: DrainParts['isVisible']
  /** `drainInBackground` disposes of it at the end. */
  outcomes?: ChangeOutcomes
  now?: () => number
  makeStore?: typeof createOutboxStore
  makeDrain?: typeof createDrain
}

/** Runs the drain. Rejects if changes remain to be sent, so that the browser fires another sync event. */
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
  const entries = createCacheEntryStore(cache)
  const store = makeStore(outbox, {
    now,
    findCopiedConfirmation: () => findCopiedConfirmation(entries),
  })
  const notifier = createDrainNotifier()
  try {
    const drain = makeDrain({
      store,
      outcomes,
      send: sendChange,
      sendTogether,
      readEventList,
      isReachable: isApiReachable,
      // `isProven` is false, so that the drain first probes the server: a sync event does not prove a connection.
      reachability: { get: () => 'online', isProven: () => false, report: () => undefined },
      async onSignedOut(token) {
        // If a page has signed in again meanwhile, the 401 does not apply to the new session.
        if ((await mirror.find())?.token !== token) return
        await mirror.clear()
        await entries.clear()
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
      // Runs again later: only a second run can distinguish an active lock holder from a frozen one.
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
