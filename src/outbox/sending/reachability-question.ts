import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Connectivity } from './connectivity.ts'

// Probes whether the server is reachable, before sending at startup and after a timeout, so that unsent changes stay
// unsent and one lost call is not taken for a lost network.

const FIRST_TRIES = 2 // a first pause of up to 8 s: a network that was gone is seldom back within one

const SHARED_MS = 2_000 // calls that a network took with it come to their end within a moment

export interface QuestionParts {
  store: Pick<OutboxStore, 'makeUnansweredDue'>
  isReachable(): Promise<boolean>
  reachability: Pick<Connectivity, 'report'>
  /** Delay after this number of tries, in milliseconds. */
  pauseMs(tries: number): number
  now(): number
}

export function createReachabilityQuestion(parts: QuestionParts) {
  const { store, reachability, now } = parts
  /** Consecutive unanswered probes. */
  let silences = 0
  let asking: Promise<number> | null = null
  /** The last unanswered probe: its time, and until when to send nothing. */
  let silence = { metAt: Number.NEGATIVE_INFINITY, quietUntil: 0 }

  async function askOnce(userId: string): Promise<number> {
    const isAnswered = await parts.isReachable()
    reachability.report(isAnswered)
    // The server is back: changes delayed only by timeouts are due.
    if (isAnswered && silences > 0) await store.makeUnansweredDue(userId)
    silences = isAnswered ? 0 : silences + 1
    if (isAnswered) return 0
    silence = { metAt: now(), quietUntil: now() + parts.pauseMs(FIRST_TRIES + silences) }
    return silence.quietUntil
  }

  /** 0 when the server answers, else until when to wait (epoch milliseconds): longer after each consecutive timeout. */
  function ask(userId: string): Promise<number> {
    asking ??= askOnce(userId).finally(() => {
      asking = null
    })
    return asking
  }

  return {
    ask,
    /** The same after a lost call; calls that were lost together share one probe and one delay. */
    async askAfterLoss(userId: string): Promise<number> {
      const isKnown = Math.abs(now() - silence.metAt) < SHARED_MS
      return isKnown ? silence.quietUntil : ask(userId)
    },
  }
}
