import type { Change } from '#src/domain/change.ts'
import { isForPages } from '#src/outbox/kinds/kinds.ts'
import { type ClaimOptions, leaseMsOf, type Moment } from '#src/outbox/queue/change-rules.ts'
import { longestPauseMs, retryDelayMs } from '#src/outbox/retry-policy.ts'
import { createCallSender } from './call-sender.ts'
import { createCallSlots, createWorkInFlight } from './calls-in-flight.ts'
import type { DrainParts, DrainRun } from './drain-parts.ts'
import { createDrainRunner, type DrainReport, type RunMode } from './drain-run.ts'
import { countPlaces, groupForCalls } from './joint-calls.ts'
import { createReachabilityProbe } from './reachability-probe.ts'

// Sends queued changes in order per record, several records in parallel, one drain at a time per device. The same
// module runs in every page and in the service worker. A sent change leaves the queue only by the server's answer.

const PARALLEL_RECORDS = 5 // browsers open six connections per server: one stays free for reads
/** The Background Sync tag that wakes the worker for a drain. */
export const SYNC_TAG = 'outbox-drain'

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
  const sender = createCallSender({ ...parts, probe, slots, delayMs, now, random })
  let running: Promise<DrainReport> | null = null
  let [isWantedAgain, isOldestNext] = [false, true]

  function delayMs(tries: number, retryAfterMs: number | null): number {
    return retryDelayMs({ tries, isVisible: parts.isVisible(), retryAfterMs, random: random() })
  }

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
    /** The keys of the changes in flight. After a freeze of the run, their leases are over before they are settled. */
    const sending = new Set<string>()
    let notBefore = 0
    try {
      for (;;) {
        const before = slots.countNotifications()
        const room = slots.countRoom()
        if (notBefore <= now() && room > 0) {
          const changes = await claim(drainRun, room, sending)
          for (const call of groupForCalls(changes, sender.isTogether())) inFlight.add(send(call))
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

    async function send(call: readonly Change[]): Promise<number> {
      for (const { key } of call) sending.add(key)
      try {
        return await sender.send(call, drainRun, slots.take(countPlaces(call)))
      } finally {
        for (const { key } of call) sending.delete(key)
      }
    }
  }

  function moment(ignoreLeases: boolean): Moment {
    const takes = (change: Change) => !isForPages(change) || parts.sendInPage !== undefined
    return { nowMs: now(), ignoreLeases, takes, longestPauseMs: longestPauseMs(parts.isVisible()) }
  }

  async function claim(drainRun: DrainRun, limit: number, sending: ReadonlySet<string>) {
    const { session, fencingToken, ignoreLeases } = drainRun
    const stillSignedIn = await parts.findSession()
    if (stillSignedIn?.token !== session.token || (await parts.yieldsToOther?.())) return []
    // Alternate between both ends of the queue: a thousand changes may be old, and the user is waiting for the newest.
    const first = isOldestNext ? 'oldest' : 'newest'
    isOldestNext = !isOldestNext
    const open = moment(ignoreLeases && sending.size === 0)
    const options: ClaimOptions = {
      userId: session.userId,
      fencingToken,
      ...open,
      takes: (change) => !sending.has(change.key) && open.takes(change),
      limit,
      isTogether: sender.isTogether(),
      first,
      leaseMsOf,
    }
    return (await store.claimChanges(options)) ?? []
  }

  return {
    run,
    /** Resolves when no drain run is under way. */
    idle: async (): Promise<void> => void (await running),
    notify: slots.notify,
  }
}

export type Drain = ReturnType<typeof createDrain>
