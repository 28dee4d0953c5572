import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, ChangeError } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/storage/outbox-store.ts'
import { judge, type Verdict } from './answer-rules.ts'
import type { ChangeOutcome, ChangeOutcomes } from './change-outcomes.ts'
import { retryDelayMs } from './retry-policy.ts'

// Sends what waits, in order per listing, several listings at a time; one drain at a time on a device. The same module
// runs in every page and in the service worker. A change leaves the queue only by the server's answer.

const PARALLEL_LISTINGS = 4 // enough to fill a slow link, few enough to leave the operator's own reads room
const LEASE_MS = 45_000 // longer than a try may take, so that a live claim is never taken over
export const DRAIN_LOCK = 'outbox-drain'
/** The Background Sync tag that wakes the worker for a drain. */
export const SYNC_TAG = 'outbox-drain'

export interface DrainSession {
  userId: string
  token: string
}

export interface DrainParts {
  store: OutboxStore
  outcomes: Pick<ChangeOutcomes, 'publish'>
  /** Whose changes may be sent now, and with which token; asked before every claim. */
  findSession(): Promise<DrainSession | null>
  send(change: Change, token: string): Promise<ChangeAnswer>
  /** Asked before anything is tried at a start and after a silence, so that unsent changes stay unsent. */
  isReachable(): Promise<boolean>
  reachability: { isProven(): boolean; report(isAnswered: boolean): void }
  onSignedOut(token: string): Promise<void>
  isVisible(): boolean
  /** Absent in browsers without Web Locks: leases alone keep two drains apart then. */
  locks: Pick<LockManager, 'request'> | undefined
  now?: () => number
  random?: () => number
}

/** What a pass left behind: when to look again (epoch ms), or null when nothing waits for a moment. */
export interface DrainReport {
  nextDueAt: number | null
}

export function createDrain(parts: DrainParts) {
  const { store, now = Date.now, random = Math.random } = parts
  let running: Promise<DrainReport> | null = null
  let isWantedAgain = false

  /** Runs a pass; a call during a pass joins it, and one more pass follows for what came late. */
  function run(): Promise<DrainReport> {
    if (running) {
      isWantedAgain = true
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
      report = await lockedPass()
    } while (isWantedAgain)
    return report
  }

  async function lockedPass(): Promise<DrainReport> {
    if (!parts.locks) return pass(false)
    return parts.locks.request(DRAIN_LOCK, { ifAvailable: true }, (lock) =>
      // Someone else is draining: look again when their claims would be over.
      lock ? pass(true) : { nextDueAt: now() + LEASE_MS },
    )
  }

  async function pass(isSole: boolean): Promise<DrainReport> {
    const session = await parts.findSession()
    if (!session) return { nextDueAt: null }
    if (!parts.reachability.isProven()) {
      if ((await store.findNextDueAt(session.userId, isSole)) === null) return { nextDueAt: null }
      if (!(await probe())) return retryLater()
      await store.makeUnansweredDue(session.userId)
    }
    await sendAll(session, isSole)
    return { nextDueAt: await store.findNextDueAt(session.userId, isSole) }
  }

  /** Keeps several listings in flight until nothing is due, or until an answer says that the rest had better wait. */
  async function sendAll(session: DrainSession, isSole: boolean): Promise<void> {
    const inFlight = new Set<Promise<boolean>>()
    let mayClaim = true
    for (;;) {
      if (mayClaim) {
        const room = PARALLEL_LISTINGS - inFlight.size
        const changes = await claim(session, room, isSole && inFlight.size === 0)
        for (const change of changes) track(inFlight, sendOne(change, session.token))
      }
      if (inFlight.size === 0) return
      mayClaim = (await Promise.race(inFlight)) && mayClaim
    }
  }

  async function probe(): Promise<boolean> {
    const isAnswered = await parts.isReachable()
    parts.reachability.report(isAnswered)
    return isAnswered
  }

  function retryLater(): DrainReport {
    const waitMs = retryDelayMs({
      tries: 4,
      isVisible: parts.isVisible(),
      retryAfterMs: null,
      random: random(),
    })
    return { nextDueAt: now() + waitMs }
  }

  async function claim(session: DrainSession, limit: number, ignoreLeases: boolean) {
    const stillSignedIn = await parts.findSession()
    if (stillSignedIn?.token !== session.token) return []
    return store.claimChanges({
      userId: session.userId,
      nowMs: now(),
      limit,
      leaseMs: LEASE_MS,
      ignoreLeases,
    })
  }

  /** Sends one claimed change and settles it; false when the rest of the pass had better wait. */
  async function sendOne(change: Change, token: string): Promise<boolean> {
    const answer = await parts.send(change, token)
    const verdict = judge(change, answer)
    parts.reachability.report(verdict.kind !== 'retry' || verdict.answered)
    const isCurrent = await settle(change, verdict, answer)
    if (isCurrent) parts.outcomes.publish(outcomeOf(change, verdict))
    if (verdict.kind === 'signed-out') await parts.onSignedOut(token)
    return verdict.kind !== 'signed-out' && (verdict.kind !== 'retry' || verdict.answered)
  }

  function settle(change: Change, verdict: Verdict, answer: ChangeAnswer): Promise<boolean> {
    const error = (message: string, code: string | null = null): ChangeError => ({
      status: answer.status,
      code,
      message,
    })
    switch (verdict.kind) {
      case 'done':
        return store.ackChange(change, verdict.version)
      case 'conflict':
        return store.setConflict(change, verdict.conflict, error(verdict.message, verdict.code))
      case 'parked':
        return store.parkChange(change, error(verdict.message, verdict.code))
      case 'signed-out':
        return store.holdForSignIn(change, error('Sign in again to send it.'))
      case 'retry': {
        const waitMs = retryDelayMs({
          tries: change.tries,
          isVisible: parts.isVisible(),
          retryAfterMs: verdict.retryAfterMs,
          random: random(),
        })
        return store.postponeChange(change, now() + waitMs, error(verdict.message))
      }
    }
  }

  /** Resolves when no pass is under way. */
  async function idle(): Promise<void> {
    await running
  }

  return { run, idle }
}

export type Drain = ReturnType<typeof createDrain>

function track(inFlight: Set<Promise<boolean>>, work: Promise<boolean>): void {
  const tracked: Promise<boolean> = work.finally(() => inFlight.delete(tracked))
  inFlight.add(tracked)
}

function outcomeOf(change: Change, verdict: Verdict): ChangeOutcome {
  switch (verdict.kind) {
    case 'done':
      return {
        change,
        result: verdict.already ? 'already-done' : 'done',
        willRetry: false,
        message: '',
      }
    case 'conflict':
      return { change, result: 'conflict', willRetry: false, message: verdict.message }
    case 'parked':
      return {
        change,
        result: verdict.declined ? 'declined' : 'error-answer',
        willRetry: false,
        message: verdict.message,
      }
    case 'signed-out':
      return { change, result: 'signed-out', willRetry: true, message: '' }
    case 'retry':
      return {
        change,
        result: verdict.answered ? 'error-answer' : 'no-answer',
        willRetry: true,
        message: verdict.message,
      }
  }
}
