import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import type { SessionEnd } from '#src/app/session/session-end.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { Connectivity } from '#src/outbox/sending/connectivity.ts'
import { createDrain, type DrainParts } from '#src/outbox/sending/drain.ts'
import { createDrainNotifier } from '#src/outbox/sending/drain-notifier.ts'
import { startDrainTriggers } from '#src/outbox/sending/drain-triggers.ts'
import { isExpired, type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { holdPage } from '#src/storage/page-hold.ts'

export interface SendingParts extends Pick<DrainParts, 'store'> {
  outcomes: ChangeOutcomes
  session: SessionStore
  sessionEnd: SessionEnd
  connectivity: Connectivity
}

/** Starts sending queued changes from this page, until the page ends. */
export function startSending(window: Window & typeof globalThis, parts: SendingParts) {
  const { document, navigator } = window
  const notifier = createDrainNotifier()
  const drain = createDrain({
    notifyHolder: notifier.notify,
    store: parts.store,
    outcomes: parts.outcomes,
    // Prevents a reload by the app during the call, which would lose the response.
    send: (change, token) => holdPage(sendChange(change, token)),
    readEventList,
    isReachable: isApiReachable,
    reachability: parts.connectivity,
    async onSignedOut(token, body) {
      // All changes of the operator are admin calls; those of an end user are event calls.
      const call = parts.session.find()?.isOperator ? '/admin' : '/events'
      parts.sessionEnd.onUnauthorised(token, call, body)
    },
    isVisible: () => document.visibilityState === 'visible',
    locks: navigator.locks,
    async findSession() {
      const now = parts.session.find()
      if (!now || isExpired(now, Date.now())) return null
      return { userId: userIdOf(now), token: now.token }
    },
  })
  notifier.subscribe(drain.notify)
  const { serviceWorker } = navigator
  const triggers = startDrainTriggers({ drain, window, document, serviceWorker })
  // Whether another tab or the worker reached the server applies to this tab too.
  parts.outcomes.subscribe(({ isReachable }) => {
    if (isReachable !== null) parts.connectivity.report(isReachable)
  })
  parts.connectivity.subscribe(() => {
    if (parts.connectivity.get() === 'offline') triggers.scheduleRun()
  })
  return { drain, triggers, notifier }
}
