// Computes waiting times from earlier tries, which are given newest first in epoch milliseconds.

const MINUTE_MS = 60_000

export interface Allowance {
  most: number
  windowMs: number
}

const FREE_TRIES = 5 // the fifth wrong password starts the delay: OWASP Authentication Cheat Sheet, ASVS 5.0 6.3.1
const LOCKING_TRIES = 10
const LOCK_MS = 15 * MINUTE_MS
const LONGEST_DELAY_S = 60

// The pause after the first one-time code. Each further code doubles it: messages cost money (OWASP MFA Cheat Sheet).
const FIRST_PAUSE_MS = 30_000
const PAUSES_GROW_MS = 60 * MINUTE_MS

/** A limit. Computes from the newest tries when the next try is allowed. */
export interface WaitRule {
  /** How many of the newest tries the rule needs. */
  remembered: number
  findWaitMs(triesMs: readonly number[], nowMs: number): number
  /** Whether a lock applies right after the newest try. The growing delay of FAILURES_IN_A_ROW is not a lock. */
  isLocked(triesMs: readonly number[]): boolean
}

/** Consecutive failures, with the waits of `findAccountWaitMs`. */
export const FAILURES_IN_A_ROW: WaitRule = {
  remembered: LOCKING_TRIES,
  findWaitMs: findAccountWaitMs,
  isLocked: (triesMs) => findAccountWaitMs(triesMs, triesMs[0] ?? 0) > LONGEST_DELAY_S * 1000,
}

export function makeAllowanceRule(allowances: readonly Allowance[]): WaitRule {
  return {
    remembered: Math.max(...allowances.map(({ most }) => most)),
    findWaitMs: (triesMs, nowMs) => findAllowanceWaitMs(triesMs, allowances, nowMs),
    isLocked: (triesMs) => findAllowanceWaitMs(triesMs, allowances, triesMs[0] ?? 0) > 0,
  }
}

/**
 * Counts the wrong passwords in the 15 minutes up to the newest: from the fifth on, the wait is a growing delay; from
 * the tenth on, 15 minutes.
 */
export function findAccountWaitMs(triesMs: readonly number[], nowMs: number): number {
  const newest = triesMs[0]
  if (newest === undefined) return 0
  const recent = triesMs.filter((tryMs) => tryMs > newest - LOCK_MS).length
  if (recent < FREE_TRIES) return 0
  if (recent >= LOCKING_TRIES) return Math.max(0, newest + LOCK_MS - nowMs)
  const delayMs = Math.min(LONGEST_DELAY_S, 2 ** (recent - FREE_TRIES)) * 1000
  return Math.max(0, newest + delayMs - nowMs)
}

/** The rest of the pause after a one-time code. The pause doubles with each code in the hour up to the newest. */
export function findPauseMs(sendsMs: readonly number[], nowMs: number): number {
  const newest = sendsMs[0]
  if (newest === undefined) return 0
  const recent = sendsMs.filter((sentMs) => sentMs > newest - PAUSES_GROW_MS).length
  return Math.max(0, newest + FIRST_PAUSE_MS * 2 ** (recent - 1) - nowMs)
}

/** The wait until every allowance permits another try. Each permits `most` tries within any window of `windowMs`. */
export function findAllowanceWaitMs(
  triesMs: readonly number[],
  allowances: readonly Allowance[],
  nowMs: number,
): number {
  const waits = allowances.map(({ most, windowMs }) => {
    const oldestThatCounts = triesMs[most - 1]
    return oldestThatCounts === undefined ? 0 : oldestThatCounts + windowMs - nowMs
  })
  return Math.max(0, ...waits)
}
