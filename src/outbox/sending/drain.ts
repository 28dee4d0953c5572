import type { Change } from '#src/domain/change.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { AnswerVerdict } from '#src/outbox/kinds/answer-verdict.ts'
import { isForPages } from '#src/outbox/kinds/kinds.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { type ClaimOptions, leaseMsOf, type Moment } from '#src/outbox/queue/change-rules.ts'
import { holdAllMs, longestPauseMs, retryDelayMs } from '#src/outbox/retry-policy.ts'
import {
  type AttemptParts,
  attemptChange,
  type JudgedAttempt,
  settleAttempt,
} from './attempt-change.ts'
import { createCallSlots, createWorkInFlight } from './calls-in-flight.ts'
import type { Connectivity } from './connectivity.ts'
import {
  createDrainRunner,
  type DrainReport,
  type DrainTurn,
  type RunMode,
  type StartedRun,
} from './drain-run.ts'
import { holdClaim } from './held-claim.ts'
import { createReachabilityProbe } from './reachability-probe.ts'

// Sends queued changes in order per record, several records in parallel, one drain at a time per device. The same
// module runs in every page and in the service worker. A sent change leaves the queue only by the server's answer.

const PARALLEL_RECORDS = 5 // browsers open six connections per server: one stays free for reads
/** The Background Sync tag that wakes the worker for a drain. */
export const SYNC_TAG = 'outbox-drain'

export interface DrainSession {
  userId: string
  token: string
}

export interface DrainParts extends AttemptParts, DrainTurn {
  store: OutboxStore
  outcomes: Pick<ChangeOutcomes, 'publish'>
  /** The user and token to send with; read before every claim. */
  findSession(): Promise<DrainSession | null>
  /** Called before sending if it is not known whether the server is reachable, so that no change is claimed in vain. */
  isReachable(): Promise<boolean>
  reachability: Pick<Connectivity, 'get' | 'isProven' | 'report'>
  onSignedOut(token: string, body: unknown): Promise<void>
  isVisible(): boolean
  /** Notifies the tab or worker that is draining of new changes. */
  notifyHolder?: () => void
  now?: () => number
  random?: () => number
}

/** A drain run that may claim. */
interface DrainRun extends StartedRun {
  session: DrainSession
}

export function createDrain(parts: DrainParts) {
  const { store, now = Date.now, random = Math.random } = parts
  const runner = createDrainRunner({ ...parts, now })
  const probe = createReachabilityProbe({
    ...parts,
    // No probe while the user works offline on purpose, even after a lost call.
    isReachable: async () => !(await store.isWorkingOffline()) && parts.isReachable(),
    pauseMs: (timeouts) => delayMs(timeouts, null),
    now,
  })
  const slots = createCallSlots(PARALLEL_RECORDS)
  let running: Promise<DrainReport> | null = null
  let [isWantedAgain, isOldestNext] = [false, true]

  /** Starts a drain run; a call during a run joins it, and one more run follows for new changes. */
  function run(): Promise<DrainReport> {
    if (running) {
      isWantedAgain = true
      slots.notify()
      return running
    }
    running = drainUntilDone().finally(() => {
      running = null
    })
    return running
  }

  async function drainUntilDone(): Promise<DrainReport> {
    let report: DrainReport
    do {
      isWantedAgain = false
      report = await runner.tryRun(drainOnce)
      if (report.isHeldElsewhere) parts.notifyHolder?.()
    } while (isWantedAgain)
    return report
  }

  async function drainOnce(mode: RunMode): Promise<DrainReport> {
    // After a stolen lock, the run starts before anything else: it outdates the previous holder, which may still send.
    let begun = mode === 'stolen' ? await store.startRun(mode, now()) : null
    try {
      if (await store.isWorkingOffline()) return { nextDueAt: null }
      const session = await parts.findSession()
      if (!session) return { nextDueAt: null }
      const waiting = await findWaiting(session.userId)
      if (waiting) return waiting
      begun ??= await store.startRun(mode, now())
      return await sendDue({ session, ...begun })
    } finally {
      // Needed only without Web Locks. With them, the next run waits for the lock, not for the end of this run.
      if (begun && mode === 'shared') await store.endRun(begun.fencingToken)
    }
  }

  /** The time of the next check; null to drain now. */
  async function findWaiting(userId: string): Promise<DrainReport | null> {
    const busyUntil = await store.findBusyUntil(now())
    const first = await store.findNextDueAt(userId, moment(true))
    if (busyUntil > 0) return { nextDueAt: first === null ? null : busyUntil }
    // Until the server has answered, drain for any waiting change: drains probe, and after an answer all may be due.
    const isDue = first !== null && (first <= now() || !parts.reachability.isProven())
    // The screen shows "Offline": probe whether that still holds, even if no change waits.
    const isOfflineShown = parts.isVisible() && parts.reachability.get() === 'offline'
    return isDue || isOfflineShown ? null : { nextDueAt: first }
  }

  async function sendDue(drainRun: DrainRun): Promise<DrainReport> {
    const { userId } = drainRun.session
    if (!parts.reachability.isProven()) {
      const quietUntil = await probe.check(userId)
      if (quietUntil > 0) return { nextDueAt: quietUntil }
    }
    const notBefore = await sendAll(drainRun)
    const next = await store.findNextDueAt(userId, moment(drainRun.ignoreLeases))
    return { nextDueAt: next === null ? null : Math.max(next, notBefore) }
  }

  /** Sends until no change is due. If an answer makes the others wait, returns the end of that wait (epoch ms), else 0. */
  async function sendAll(drainRun: DrainRun): Promise<number> {
    const inFlight = createWorkInFlight()
    let notBefore = 0
    try {
      for (;;) {
        const before = slots.countNotifications()
        const room = slots.countRoom()
        if (notBefore <= now() && room > 0) {
          const changes = await claim(drainRun, room, inFlight.isNone())
          for (const change of changes) inFlight.add(sendOne(change, drainRun, slots.take()))
        }
        inFlight.throwFailure()
        if (inFlight.isNone()) return notBefore
        // New changes need not wait for a slow answer.
        notBefore = Math.max(notBefore, await inFlight.next(slots.notifiedSince(before)))
        inFlight.throwFailure()
      }
    } finally {
      // If the storage fails for one change, the calls of other changes are still in flight and need the lock.
      await inFlight.settled()
    }
  }

  /** When to retry a change after an attempt that must be repeated. */
  function momentsAfter(
    change: Change,
    verdict: AnswerVerdict,
  ): Pick<JudgedAttempt, 'notBefore' | 'floor'> {
    const retryAfterMs = verdict.kind === 'retry' ? verdict.retryAfterMs : null
    return {
      notBefore: now() + delayMs(change.tries, retryAfterMs),
      floor: retryAfterMs === null ? 0 : now() + retryAfterMs,
    }
  }

  function moment(ignoreLeases: boolean): Moment {
    const takes = (change: Change) => !isForPages(change) || parts.sendInPage !== undefined
    return { nowMs: now(), ignoreLeases, takes, longestPauseMs: longestPauseMs(parts.isVisible()) }
  }

  function delayMs(tries: number, retryAfterMs: number | null): number {
    return retryDelayMs({ tries, isVisible: parts.isVisible(), retryAfterMs, random: random() })
  }

  async function claim(drainRun: DrainRun, limit: number, isAlone: boolean) {
    const { session, fencingToken, ignoreLeases } = drainRun
    const stillSignedIn = await parts.findSession()
    if (stillSignedIn?.token !== session.token || (await parts.yieldsToOther?.())) return []
    // Alternate between both ends of the queue: a thousand changes may be old, and the user is waiting for the newest.
    const first = isOldestNext ? 'oldest' : 'newest'
    isOldestNext = !isOldestNext
    const options: ClaimOptions = {
      userId: session.userId,
      fencingToken,
      ...moment(ignoreLeases && isAlone),
      limit,
      first,
      leaseMsOf,
    }
    return (await store.claimChanges(options)) ?? []
  }

  /** Sends and settles one claimed change. Returns the end of the wait for the other changes, or 0 for no wait. */
  async function sendOne(
    change: Change,
    drainRun: DrainRun,
    free: (shouldNotify: boolean) => void,
  ): Promise<number> {
    const { userId, token } = drainRun.session
    const claimed = holdClaim({ change, ...drainRun, store, now, onKept: slots.notify })
    if (isForPages(change)) free(true) // it may take minutes, in which the others go on
    try {
      const { verdict, status } = await attemptChange(parts, change, token, claimed)
      const isAnswered = verdict.kind !== 'retry' || verdict.answered
      const isHolding = verdict.kind === 'retry' && verdict.holds !== 'itself'
      // Start the next call while this answer is stored, unless the answer forbids it.
      if (isAnswered && verdict.kind !== 'signed-out' && !isHolding) free(true)
      const judged = { verdict, status, ...momentsAfter(change, verdict) }
      const outcome = await settleAttempt(store, change, judged)
      // One lost call does not mean offline: probe the server before delaying the other changes.
      const quietUntil = isAnswered ? 0 : await probeAgain()
      const isReachable = quietUntil === 0
      if (isAnswered) parts.reachability.report(true)
      if (outcome) parts.outcomes.publish({ ...outcome, isReachable })
      if (verdict.kind === 'signed-out') {
        await parts.onSignedOut(token, verdict.body)
        return Number.POSITIVE_INFINITY
      }
      if (!isHolding) return quietUntil
      const isVisible = parts.isVisible()
      const busyUntil = now() + holdAllMs({ ...verdict, isVisible, random: random() })
      await store.holdAll(busyUntil, now())
      return busyUntil
    } finally {
      claimed.release()
      // No notification: the run acts on the returned result.
      free(false)
    }

    async function probeAgain(): Promise<number> {
      await store.sendHeartbeat(drainRun.fencingToken, now())
      return probe.checkAfterLoss(userId)
    }
  }

  return {
    run,
    /** Resolves when no drain run is under way. */
    idle: async (): Promise<void> => void (await running),
    notify: slots.notify,
  }
}

export type Drain = ReturnType<typeof createDrain>
