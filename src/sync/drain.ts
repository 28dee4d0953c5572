import type { Change, ChangeError } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/storage/outbox-store.ts'
import { type Attempt, type AttemptParts, attemptChange } from './attempt-change.ts'
import type { ChangeOutcomes } from './change-outcomes.ts'
import type { Connectivity } from './connectivity.ts'
import { retryDelayMs } from './retry-policy.ts'
import { outcomeOf } from './verdict-outcome.ts'

// Sends what waits, in order per record, several records at a time; one drain at a time on a device. The same module
// runs in every page and in the service worker. A change leaves the queue only by the server's answer.

const PARALLEL_RECORDS = 4 // enough to fill a slow link, few enough to leave the operator's own reads room
const LOOK_AGAIN_MS = 2_000 // another tab's pass is over soon, and may have ended just before a change came
const LEASE_MS = 120_000 // longer than a try may take, three calls of 30 s, so that a live claim is never taken over
const SILENCE_TRIES = 2 // a first pause of up to 8 s: a network that was gone is seldom back within one
/** Answers that speak of the server, not of the change: too many requests, and no room or no time for any. */
const SERVER_WIDE: ReadonlySet<number | null> = new Set([429, 503])
export const DRAIN_LOCK = 'outbox-drain'
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
  /** Silences in a row, and whether the last probe met one. */
  let silences = 0
  let hasProbeFailed = false
  /** The server as a whole asked to be left alone until then: every change waits, and stays unsent. */
  let busyUntil = 0

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
      lock ? pass(true) : { nextDueAt: now() + LOOK_AGAIN_MS },
    )
  }

  async function pass(isSole: boolean): Promise<DrainReport> {
    const session = await parts.findSession()
    if (!session) return { nextDueAt: null }
    const due = () => store.findNextDueAt(session.userId, isSole)
    if (now() < busyUntil) return { nextDueAt: (await due()) === null ? null : busyUntil }
    if (!parts.reachability.isProven()) {
      if ((await due()) === null && !isOfflineShown()) return { nextDueAt: null }
      if (!(await probe(session.userId))) return { nextDueAt: now() + silencePauseMs() }
    }
    const notBefore = await sendAll(session, isSole)
    const next = await due()
    return { nextDueAt: next === null ? null : Math.max(next, notBefore) }
  }

  /**
   * Keeps several records in flight until nothing is due, or until an answer says that the rest had better wait: then
   * until when, in epoch milliseconds.
   */
  async function sendAll(session: DrainSession, isSole: boolean): Promise<number> {
    const inFlight = new Set<Promise<number>>()
    let notBefore = 0
    for (;;) {
      if (notBefore === 0) {
        const room = PARALLEL_RECORDS - inFlight.size
        const changes = await claim(session, room, isSole && inFlight.size === 0)
        for (const change of changes) track(inFlight, sendOne(change, session.token))
      }
      if (inFlight.size === 0) return notBefore
      notBefore = Math.max(notBefore, await Promise.race(inFlight))
    }
  }

  /** Asks the server before anything is tried; back after a silence, what only the silence put off is due at once. */
  async function probe(userId: string): Promise<boolean> {
    const isAnswered = await parts.isReachable()
    parts.reachability.report(isAnswered)
    if (isAnswered && hasProbeFailed) await store.makeUnansweredDue(userId)
    hasProbeFailed = !isAnswered
    return isAnswered
  }

  /** Someone reads "Offline" on the screen: worth asking whether it still holds, though nothing waits. */
  function isOfflineShown(): boolean {
    return parts.isVisible() && parts.reachability.get() === 'offline'
  }

  /** How long to be quiet after a silence: longer after each one in a row. */
  function silencePauseMs(): number {
    silences += 1
    return delayMs(SILENCE_TRIES + silences, null)
  }

  function delayMs(tries: number, retryAfterMs: number | null): number {
    return retryDelayMs({ tries, isVisible: parts.isVisible(), retryAfterMs, random: random() })
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

  /** Sends one claimed change and settles it; answers until when the rest had better wait, 0 for not at all. */
  async function sendOne(change: Change, token: string): Promise<number> {
    const { verdict, status } = await attemptChange(parts, change, token)
    const isAnswered = verdict.kind !== 'retry' || verdict.answered
    parts.reachability.report(isAnswered)
    const isCurrent = await settle(change, { verdict, status })
    if (isCurrent) parts.outcomes.publish(outcomeOf(change, verdict))
    if (verdict.kind === 'signed-out') await parts.onSignedOut(token)
    if (verdict.kind === 'signed-out') return Number.POSITIVE_INFINITY
    if (!isAnswered) return now() + silencePauseMs()
    silences = 0
    if (verdict.kind !== 'retry' || !SERVER_WIDE.has(status)) return 0
    busyUntil = now() + delayMs(SILENCE_TRIES, verdict.retryAfterMs)
    return busyUntil
  }

  function settle(change: Change, { verdict, status }: Attempt): Promise<boolean> {
    const error = (message: string, code: string | null = null): ChangeError => ({
      status,
      code,
      message,
    })
    switch (verdict.kind) {
      case 'done':
        return store.ackChange(change, verdict)
      case 'conflict':
        return store.setConflict(change, verdict.conflict, error(verdict.message, verdict.code))
      case 'parked':
        return store.parkChange(change, {
          ...error(verdict.message, verdict.code),
          fields: verdict.fields,
        })
      case 'signed-out':
        return store.holdForSignIn(change, error('Sign in again to send it.'))
      case 'retry': {
        const waitMs = delayMs(change.tries, verdict.retryAfterMs)
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

function track(inFlight: Set<Promise<number>>, work: Promise<number>): void {
  const tracked: Promise<number> = work.finally(() => inFlight.delete(tracked))
  inFlight.add(tracked)
}
