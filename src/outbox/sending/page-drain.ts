import { isApiReachable, readEventList } from '#src/api/change-call.ts'
import { watchServerReturn } from '#src/api/server-return.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import { joinSignals } from '#src/outbox/joined-signal.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import { isExpired, type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import type { PagePresence } from '#src/storage/page-presence.ts'
import { createDrain, type Drain, SYNC_TAG } from './drain.ts'
import { createDrainNotifier } from './drain-notifier.ts'
import type { DrainParts } from './drain-parts.ts'
import { sendChange, sendTogether } from './joint-calls.ts'

// The drain of a page, and what triggers its runs: change queued, online, visible, restored from the back/forward
// cache, change due. Where supported, Background Sync also triggers the worker, even when no page is open.

const AFTER_TROUBLE_MS = 10_000 // after a failed drain run: the device's storage may work again in a moment
const LONGEST_TIMER_MS = 60_000 // timers stop while the device sleeps: check again within a minute

export interface PageDrainParts extends Pick<DrainParts, 'store' | 'sendInPage'> {
  outcomes: ChangeOutcomes
  session: SessionStore
  connectivity: Connectivity
  view: Pick<OutboxView, 'get' | 'subscribe'>
  presence: Pick<PagePresence, 'isVisible' | 'yieldsToOther' | 'isHeldByHiddenPage'>
  /** Ends the session after a 401. `path` is the beginning of the call's path, `body` the answer's body. */
  onUnauthorised(token: string, path: string, body: unknown): void
}

/** Starts sending queued changes from this page, until the page ends. */
export function startPageDrain(window: Window & typeof globalThis, parts: PageDrainParts) {
  const { document, navigator } = window
  const { store, outcomes, session, connectivity, presence } = parts
  const notifier = createDrainNotifier()
  const stopping = new AbortController()
  const drain = createDrain({
    notifyHolder: notifier.notify,
    store,
    outcomes,
    // Prevents a reload by the app during the call, which would lose the response.
    send: (change, token) => holdPage(sendChange(change, token)),
    sendTogether: (changes, token) => holdPage(sendTogether(changes, token)),
    readEventList,
    sendInPage: parts.sendInPage && sendUntilStop(parts.sendInPage, stopping.signal),
    isReachable: isReachableByNow,
    reachability: connectivity,
    async onSignedOut(token, body) {
      // All changes of the operator are admin calls; those of an end user are event calls.
      parts.onUnauthorised(token, session.find()?.isOperator ? '/admin' : '/events', body)
    },
    isVisible: presence.isVisible,
    yieldsToOther: presence.yieldsToOther,
    isHeldByHiddenPage: async (lock) => presence.isVisible() && presence.isHeldByHiddenPage(lock),
    locks: navigator.locks,
    async findSession() {
      const now = session.find()
      if (!now || isExpired(now, Date.now())) return null
      return { userId: userIdOf(now), token: now.token }
    },
  })
  const { serviceWorker } = navigator
  const triggers = startDrainTriggers({ drain, window, document, serviceWorker })
  notifier.subscribe(() => {
    drain.notify()
    // A hidden page leaves its changes to the visible one.
    if (presence.isVisible()) triggers.scheduleRun()
  })
  // Whether another tab or the worker reached the server applies to this tab too.
  outcomes.subscribe(({ isReachable }) => {
    if (isReachable !== null) connectivity.report(isReachable)
  })
  connectivity.subscribe(() => {
    if (connectivity.get() === 'offline') triggers.scheduleRun()
  })
  const stopReturning = sendAtReturn(window, parts, triggers.scheduleRun)
  return {
    drain,
    triggers,
    notifier,
    stop(): void {
      stopping.abort()
      triggers.stop()
      stopReturning()
    },
  }
}

/** Sends until the claim is lost, or the page stops sending. What was sent until then is not sent again. */
function sendUntilStop(
  send: NonNullable<DrainParts['sendInPage']>,
  stopping: AbortSignal,
): NonNullable<DrainParts['sendInPage']> {
  return (change, claim) => send(change, joinSignals([claim, stopping]))
}

/**
 * Whether the API answers. One probe may hang for long on a network that swallows packets: a later probe that is answered
 * ends the wait.
 */
function isReachableByNow(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = watchServerReturn(() => resolve(true))
    void isApiReachable().then((isReachable) => {
      stop()
      resolve(isReachable)
    })
  })
}

/**
 * Sends the waiting changes when the network is back, despite their delays: after an `online` event, and when a probe
 * finds the server while changes wait. Returns a function that stops this.
 */
function sendAtReturn(
  window: Window,
  { store, session, connectivity, view }: PageDrainParts,
  scheduleRun: () => void,
): () => void {
  let stopWatching: (() => void) | null = null

  async function sendNow(): Promise<void> {
    const userId = session.findUserId()
    if (userId) await store.makeUnansweredDue(userId)
    scheduleRun()
  }

  function trySending(): void {
    sendNow().catch((error: unknown) => {
      console.error('The outbox could not be sent; the app tries again.', error)
    })
  }

  function follow(): void {
    const isWaiting = view.get().changes.some(({ state }) => state === 'waiting')
    if (isWaiting && connectivity.get() === 'offline') {
      stopWatching ??= watchServerReturn(() => connectivity.report(true))
    } else if (stopWatching) {
      stopWatching()
      stopWatching = null
      // The probe, or any other call of this page, was answered.
      if (isWaiting) trySending()
    }
  }

  window.addEventListener('online', trySending)
  const stops = [
    view.subscribe(follow),
    connectivity.subscribe(follow),
    () => window.removeEventListener('online', trySending),
    () => stopWatching?.(),
  ]
  follow()
  return () => {
    for (const stop of stops) stop()
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Background Sync, Chromium only (not in TypeScript's DOM library). */
  sync?: { register(tag: string): Promise<void> }
}

export interface TriggerParts {
  drain: Drain
  window: Window
  document: Document
  serviceWorker: ServiceWorkerContainer | undefined
}

export type DrainTriggers = ReturnType<typeof startDrainTriggers>

export function startDrainTriggers({ drain, window, document, serviceWorker }: TriggerParts) {
  let timer: number | undefined
  let isStopped = false

  async function triggerDrain(): Promise<void> {
    window.clearTimeout(timer)
    if (isStopped) return
    try {
      const { nextDueAt } = await drain.run()
      if (nextDueAt !== null) schedule(nextDueAt - Date.now())
    } catch (error) {
      console.error('The outbox could not be sent; the app tries again.', error)
      schedule(AFTER_TROUBLE_MS)
    }
  }

  function schedule(delayMs: number) {
    window.clearTimeout(timer)
    if (isStopped) return
    const waitMs = Math.min(Math.max(delayMs, 0), LONGEST_TIMER_MS)
    timer = window.setTimeout(() => void triggerDrain(), waitMs)
  }

  const onTrigger = () => void triggerDrain()
  const onVisible = () => {
    if (document.visibilityState === 'visible') onTrigger()
  }
  window.addEventListener('online', onTrigger)
  window.addEventListener('pageshow', onTrigger)
  document.addEventListener('visibilitychange', onVisible)
  onTrigger()

  return {
    /** A change was queued or a person asked: drain now, and let the worker finish what this page cannot. */
    triggerDrain(): void {
      onTrigger()
      registerSync(serviceWorker)
    },
    /** Schedules a drain run after a network change, without a Background Sync for the worker. */
    scheduleRun: (): void => schedule(0),
    stop(): void {
      isStopped = true
      window.clearTimeout(timer)
      window.removeEventListener('online', onTrigger)
      window.removeEventListener('pageshow', onTrigger)
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

function registerSync(serviceWorker: ServiceWorkerContainer | undefined): void {
  serviceWorker?.ready
    .then((registration: SyncRegistration) => registration.sync?.register(SYNC_TAG))
    // The browser or its settings may refuse Background Sync: every other trigger still works.
    .catch(() => undefined)
}
