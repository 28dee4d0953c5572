import type { Change } from '#src/domain/change.ts'
import type { ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import type { Moment } from '#src/outbox/queue/change-rules.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Verdict } from './answer-rules.ts'
import { applyVerdict, type JudgedAttempt } from './apply-verdict.ts'
import { type AttemptParts, attemptChange } from './attempt-change.ts'
import { createCallSlots, createWorkInFlight } from './calls-under-way.ts'
import type { Connectivity } from './connectivity.ts'
import { createDrainTurn, type DrainReport } from './drain-turn.ts'
import { isUnkeyedMaking } from './event-answers.ts'
import type { BegunPass, Turn } from './pass-store.ts'
import { createReachabilityQuestion } from './reachability-question.ts'
import { holdAllMs, longestPauseMs, retryDelayMs } from './retry-policy.ts'

// Sends what waits, in order per record, several records at a time; one drain at a time on a device. The same module
// runs in every page and in the service worker. A change leaves the queue only by the server's answer.

const PARALLEL_RECORDS = 5 // a browser opens six connections to a server: one stays for what the operator asks
const LEASE_MS = 40_000 // longer than one call may take, so that a live claim is never taken over
/** Answers that speak of the server, not of the change: too many requests, and no room or no time for any. */
const SERVER_WIDE: ReadonlySet<number | null> = new Set([429, 503])
/** The Background Sync tag that wakes the worker for a drain. */
export const SYNC_TAG = 'outbox-drain'

export interface DrainSession {
  userId: string
  token: string
}

export interface DrainParts extends AttemptParts {
  store: OutboxStore
  outcomes: Pick<ChangeOutcomes, 'publish'>
  /** Whose changes may be sent now, and with which token; asked before every claim. */
  findSession(): Promise<DrainSession | null>
  /** Asked before anything is tried at a start and after a silence, so that unsent changes stay unsent. */
  isReachable(): Promise<boolean>
  reachability: Pick<Connectivity, 'get' | 'isProven' | 'report'>
  onSignedOut(token: string, body: unknown): Promise<void>
  isVisible(): boolean
  /** Absent in browsers without Web Locks: leases alone keep two drains apart then. */
  locks: Pick<LockManager, 'request'> | undefined
  /** Another tab or the worker is at it: it is told that there is more to send. */
  callHolder?: () => void
  now?: () => number
  random?: () => number
}

/** A pass that may claim. */
interface Pass extends BegunPass {
  session: DrainSession
}

export function createDrain(parts: DrainParts) {
  const { store, now = Date.now, random = Math.random } = parts
  const turn = createDrainTurn({ store, locks: parts.locks, now })
  const question = createReachabilityQuestion({
    ...parts,
    // A call that was lost just after the switch must not be asked after either.
    isReachable: async () => !(await store.isWorkingOffline()) && parts.isReachable(),
    pauseMs: (silences) => delayMs(silences, null),
    now,
  })
  const slots = createCallSlots(PARALLEL_RECORDS)
  let running: Promise<DrainReport> | null = null
  let isWantedAgain = false
  let isOldestNext = true

  /** Runs a pass; a call during a pass joins it, and one more pass follows for what came late. */
  function run(): Promise<DrainReport> {
    if (running) {
      isWantedAgain = true
      slots.nudge()
      return running
    }
    running = passes().finally(() => {
      running = null
    })
    return running
  }

  async function passes(): Promise<DrainReport> {
    let report: DrainReport
    do {
      isWantedAgain = false
      report = await turn.take(pass)
      if (report.isHeldElsewhere) parts.callHolder?.()
    } while (isWantedAgain)
    return report
  }

  async function pass(turn: Turn): Promise<DrainReport> {
    // A theft is written down before anything else: what was stolen from may still have a call under way.
    let begun = turn === 'stolen' ? await store.beginPass(turn, now()) : null
    try {
      if (await store.isWorkingOffline()) return { nextDueAt: null }
      const session = await parts.findSession()
      if (!session) return { nextDueAt: null }
      const waiting = await findWaiting(session.userId)
      if (waiting) return waiting
      begun ??= await store.beginPass(turn, now())
      return await drainPass({ session, ...begun })
    } finally {
      // Under the browser's lock the next one's turn comes with the lock.
      if (begun && turn === 'shared') await store.endPass(begun.number)
    }
  }

  /** When to look again, if there is nothing to do now; null when there is. */
  async function findWaiting(userId: string): Promise<DrainReport | null> {
    const busyUntil = await store.findBusyUntil(now())
    const first = await store.findNextDueAt(userId, moment(true))
    if (busyUntil > 0) return { nextDueAt: first === null ? null : busyUntil }
    // What only a silence put off goes out as soon as the server answers again.
    const isDue = first !== null && (first <= now() || !parts.reachability.isProven())
    // Someone reads "Offline" on the screen: worth asking whether it still holds, though nothing waits.
    const isOfflineShown = parts.isVisible() && parts.reachability.get() === 'offline'
    return isDue || isOfflineShown ? null : { nextDueAt: first }
  }

  async function drainPass(pass: Pass): Promise<DrainReport> {
    const { userId } = pass.session
    if (!parts.reachability.isProven()) {
      const quietUntil = await question.ask(userId)
      if (quietUntil > 0) return { nextDueAt: quietUntil }
    }
    const notBefore = await sendAll(pass)
    const next = await store.findNextDueAt(userId, moment(pass.ignoreLeases))
    return { nextDueAt: next === null ? null : Math.max(next, notBefore) }
  }

  /**
   * Keeps several records in flight until nothing is due, or until an answer says that the rest had better wait: then
   * until when, in epoch milliseconds.
   */
  async function sendAll(pass: Pass): Promise<number> {
    const inFlight = createWorkInFlight()
    let notBefore = 0
    try {
      for (;;) {
        const before = slots.countNews()
        const room = slots.countRoom()
        if (notBefore === 0 && room > 0) {
          const changes = await claim(pass, room, inFlight.isNone())
          for (const change of changes) inFlight.add(sendOne(change, pass, slots.take()))
        }
        inFlight.throwFailure()
        if (inFlight.isNone()) return notBefore
        // What is queued while a slow answer is waited for need not wait with it.
        notBefore = Math.max(notBefore, await inFlight.next(slots.newsSince(before)))
        inFlight.throwFailure()
      }
    } finally {
      // When the storage fails one of them, the others still have calls under way, and the lock is theirs too.
      await inFlight.settled()
    }
  }

  /** Until when a change waits after a try that has to be repeated. */
  function momentsAfter(
    change: Change,
    verdict: Verdict,
  ): Pick<JudgedAttempt, 'notBefore' | 'floor'> {
    const retryAfterMs = verdict.kind === 'retry' ? verdict.retryAfterMs : null
    return {
      notBefore: now() + delayMs(change.tries, retryAfterMs),
      floor: retryAfterMs === null ? 0 : now() + retryAfterMs,
    }
  }

  function moment(ignoreLeases: boolean): Moment {
    return { nowMs: now(), ignoreLeases, longestPauseMs: longestPauseMs(parts.isVisible()) }
  }

  function delayMs(tries: number, retryAfterMs: number | null): number {
    return retryDelayMs({ tries, isVisible: parts.isVisible(), retryAfterMs, random: random() })
  }

  async function claim({ session, number, ignoreLeases }: Pass, limit: number, isAlone: boolean) {
    const stillSignedIn = await parts.findSession()
    if (stillSignedIn?.token !== session.token) return []
    // By turns from both ends: the oldest may be a thousand, and somebody looks at the newest.
    const first = isOldestNext ? 'oldest' : 'newest'
    isOldestNext = !isOldestNext
    const claimed = await store.claimChanges({
      userId: session.userId,
      pass: number,
      ...moment(ignoreLeases && isAlone),
      limit,
      first,
      leaseMsOf: (change) => (isUnkeyedMaking(change) ? LONGEST_LEASE_MS : LEASE_MS),
    })
    return claimed ?? []
  }

  /** Sends one claimed change and settles it; answers until when the rest had better wait, 0 for not at all. */
  async function sendOne(
    change: Change,
    pass: Pass,
    free: (isNews: boolean) => void,
  ): Promise<number> {
    const { userId, token } = pass.session
    try {
      // A tab that was frozen since it claimed sends nothing: somebody else may have.
      const isStillClaimed = () => now() < change.leasedUntil
      const { verdict, status } = await attemptChange(parts, change, token, isStillClaimed)
      const isAnswered = verdict.kind !== 'retry' || verdict.answered
      const isServerWide = verdict.kind === 'retry' && SERVER_WIDE.has(status)
      // The next call goes out while this answer is written down, unless the answer speaks against it.
      if (isAnswered && verdict.kind !== 'signed-out' && !isServerWide) free(true)
      const judged = { verdict, status, ...momentsAfter(change, verdict) }
      const told = await applyVerdict(store, change, judged)
      // One lost call is no lost network: the server is asked before everything else waits.
      const quietUntil = isAnswered ? 0 : await askAgain(pass)
      const isReachable = quietUntil === 0
      if (isAnswered) parts.reachability.report(true)
      if (told) parts.outcomes.publish({ ...told, isReachable })
      if (verdict.kind === 'signed-out') {
        await parts.onSignedOut(token, verdict.body)
        return Number.POSITIVE_INFINITY
      }
      if (!isServerWide) return quietUntil
      const { retryAfterMs } = verdict
      const isVisible = parts.isVisible()
      const busyUntil = now() + holdAllMs({ status, isVisible, retryAfterMs, random: random() })
      await store.holdAll(busyUntil, now())
      return busyUntil
    } finally {
      // Not news by itself: what came of it is what the pass goes by.
      free(false)
    }

    async function askAgain({ number }: Pass): Promise<number> {
      await store.keepPass(number, now())
      return question.askAfterLoss(userId)
    }
  }

  /** Resolves when no pass is under way. */
  async function idle(): Promise<void> {
    await running
  }

  return { run, idle, nudge: slots.nudge }
}

export type Drain = ReturnType<typeof createDrain>
