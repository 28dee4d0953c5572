import type { Connectivity } from '#src/outbox/connectivity.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'

// Probes whether the server is reachable. At startup, before anything is sent: without a server, no change is claimed.
// After a timeout: a single lost call does not mean that the network is lost.

const FIRST_TRIES = 2 // begins with the pause of a third try, up to 8 s: a lost network seldom returns within a second

const SHARED_MS = 2_000 // when the network is lost, all calls in flight fail within this time

export interface ReachabilityProbeParts {
  store: Pick<OutboxStore, 'makeUnansweredDue'>
  isReachable(): Promise<boolean>
  reachability: Pick<Connectivity, 'report'>
  /** Delay after this number of tries, in milliseconds. */
  pauseMs(tries: number): number
  now(): number
}

export function createReachabilityProbe(parts: ReachabilityProbeParts) {
  const { store, reachability, now } = parts
  /** Consecutive unanswered probes. */
  let timeouts = 0
  let checking: Promise<number> | null = null
  /** The last unanswered probe: its time, and the end of the pause after it. */
  let lastTimeout = { metAt: Number.NEGATIVE_INFINITY, quietUntil: 0 }

  async function checkOnce(userId: string): Promise<number> {
    const isAnswered = await parts.isReachable()
    reachability.report(isAnswered)
    // The server is back: changes delayed only by timeouts are due.
    if (isAnswered && timeouts > 0) await store.makeUnansweredDue(userId)
    timeouts = isAnswered ? 0 : timeouts + 1
    if (isAnswered) return 0
    lastTimeout = { metAt: now(), quietUntil: now() + parts.pauseMs(FIRST_TRIES + timeouts) }
    return lastTimeout.quietUntil
  }

  /**
   * 0 when the server answers, else the end of the wait (epoch milliseconds), which grows with each consecutive
   * timeout.
   */
  function check(userId: string): Promise<number> {
    checking ??= checkOnce(userId).finally(() => {
      checking = null
    })
    return checking
  }

  return {
    check,
    /** Like `check`, after a lost call. Calls that were lost together share one probe and one delay. */
    async checkAfterLoss(userId: string): Promise<number> {
      const isKnown = Math.abs(now() - lastTimeout.metAt) < SHARED_MS
      return isKnown ? lastTimeout.quietUntil : check(userId)
    },
  }
}
