import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import type { AnswerVerdict, Attempt } from '#src/outbox/kinds/answer-verdict.ts'
import { isForPages } from '#src/outbox/kinds/kinds.ts'
import { holdAllMs } from '#src/outbox/retry-policy.ts'
import { judge } from './answer-rules.ts'
import {
  type AnnouncedOutcome,
  attemptChange,
  type JudgedAttempt,
  settleAttempt,
  settleAttempts,
} from './attempt-change.ts'
import type { CallSlots } from './calls-in-flight.ts'
import type { DrainParts, DrainRun } from './drain-parts.ts'
import { type HeldClaim, holdClaim } from './held-claim.ts'
import { isWithoutJointCalls, readAnswers } from './joint-calls.ts'
import type { createReachabilityProbe } from './reachability-probe.ts'

// Sends claimed changes by one call, settles them by their answers, and says what the answers mean for the other changes.

export interface CallSenderParts extends DrainParts {
  probe: ReturnType<typeof createReachabilityProbe>
  slots: CallSlots
  now: () => number
  random: () => number
  delayMs(tries: number, retryAfterMs: number | null): number
}

type Retry = Extract<AnswerVerdict, { kind: 'retry' }>

export function createCallSender(parts: CallSenderParts) {
  const { store, probe, slots, now, random, delayMs, sendTogether: sendJoint } = parts
  /** Whether the server has answered that it takes changes one by one. */
  let isOneByOne = false

  /**
   * Sends and settles the claimed changes of one call. Returns the end of the wait for the other changes (epoch
   * milliseconds), or 0 for no wait.
   */
  async function send(
    call: readonly Change[],
    drainRun: DrainRun,
    free: (shouldNotify: boolean) => void,
  ): Promise<number> {
    const [change] = call
    if (!change) return 0
    const onKept = slots.notify
    const claimed = holdClaim({ change, ...drainRun, store, now, onKept })
    if (isForPages(change)) free(true) // it may take minutes, in which the others go on
    try {
      if (call.length === 1) return await sendOne(change, claimed, drainRun, free)
      return await sendMany(call, claimed, drainRun, free)
    } finally {
      claimed.release()
      // No notification: the run acts on the returned result.
      free(false)
    }
  }

  async function sendOne(
    change: Change,
    claimed: HeldClaim,
    drainRun: DrainRun,
    free: (shouldNotify: boolean) => void,
  ): Promise<number> {
    const attempt = await attemptChange(parts, change, drainRun.session.token, claimed)
    if (mayOthersFollow([attempt.verdict])) free(true)
    const judged = { ...attempt, ...momentsAfter(change, attempt) }
    const outcome = await settleAttempt(store, change, judged)
    return followUp([judged], outcome ? [outcome] : [], drainRun)
  }

  async function sendMany(
    changes: readonly Change[],
    claimed: HeldClaim,
    drainRun: DrainRun,
    free: (shouldNotify: boolean) => void,
  ): Promise<number> {
    if (!sendJoint || !claimed.isStillClaimed()) return 0
    const whole = await sendJoint(changes, drainRun.session.token)
    if (isWithoutJointCalls(whole)) return takeApart(changes)
    const attempts = judgeAll(changes, readAnswers(changes, whole))
    if (mayOthersFollow(attempts.map(({ verdict }) => verdict))) free(true)
    const outcomes = await settleAttempts(store, attempts)
    return followUp(attempts, oneOfEach(outcomes), drainRun)
  }

  /** Nothing was done: the changes are due at once, and are claimed one by one. */
  async function takeApart(changes: readonly Change[]): Promise<number> {
    isOneByOne = true
    const update = { state: 'waiting', notBefore: 0 } as const
    await store.settleTogether(changes.map((claimed) => ({ claimed, update })))
    return 0
  }

  function judgeAll(changes: readonly Change[], answers: readonly ChangeAnswer[]) {
    return changes.flatMap((change, place) => {
      const answer = answers[place]
      if (!answer) return []
      const verdict = judge(change, answer)
      return [{ change, verdict, status: answer.status, ...momentsAfter(change, { verdict }) }]
    })
  }

  /** When to retry a change after an attempt that must be repeated. */
  function momentsAfter(
    { tries }: Change,
    { verdict, hasProgress = false }: Pick<Attempt, 'verdict' | 'hasProgress'>,
  ): Pick<JudgedAttempt, 'notBefore' | 'floor'> {
    const retryAfterMs = verdict.kind === 'retry' ? verdict.retryAfterMs : null
    return {
      notBefore: now() + delayMs(hasProgress ? 1 : tries, retryAfterMs),
      floor: retryAfterMs === null ? 0 : now() + retryAfterMs,
    }
  }

  /** What the answers of one call mean beyond its changes. */
  async function followUp(
    attempts: readonly JudgedAttempt[],
    outcomes: readonly AnnouncedOutcome[],
    { session: { userId, token }, fencingToken }: DrainRun,
  ): Promise<number> {
    const verdicts = attempts.map(({ verdict }) => verdict)
    const isAnswered = verdicts.some(isAnswer)
    // One lost call does not mean offline: probe the server before delaying the other changes.
    const quietUntil = isAnswered ? 0 : await probeAgain()
    const isReachable = quietUntil === 0
    if (isAnswered) parts.reachability.report(true)
    for (const outcome of outcomes) parts.outcomes.publish({ ...outcome, isReachable })
    const end = verdicts.find((verdict) => verdict.kind === 'signed-out')
    if (end) {
      await parts.onSignedOut(token, end.body)
      return Number.POSITIVE_INFINITY
    }
    const holding = verdicts.find(isHolding)
    if (!holding) return quietUntil
    const isVisible = parts.isVisible()
    const busyUntil = now() + holdAllMs({ ...holding, isVisible, random: random() })
    await store.holdAll(busyUntil, now())
    return busyUntil

    async function probeAgain(): Promise<number> {
      await store.sendHeartbeat(fencingToken, now())
      return probe.checkAfterLoss(userId)
    }
  }

  return {
    send,
    /** Whether several changes of a batch are sent by one call. */
    isTogether: (): boolean => sendJoint !== undefined && !isOneByOne,
  }
}

function isAnswer(verdict: AnswerVerdict): boolean {
  return verdict.kind !== 'retry' || verdict.answered
}

function isHolding(verdict: AnswerVerdict): verdict is Retry {
  return verdict.kind === 'retry' && verdict.holds !== 'itself'
}

/** Whether the next call starts while these answers are stored: unless an answer forbids it. */
function mayOthersFollow(verdicts: readonly AnswerVerdict[]): boolean {
  const isForbidden = verdicts.some((one) => one.kind === 'signed-out' || isHolding(one))
  return verdicts.some(isAnswer) && !isForbidden
}

/** One outcome for each result: nobody waits for the result of one change of a batch, but lists are read again. */
function oneOfEach(outcomes: readonly AnnouncedOutcome[]): AnnouncedOutcome[] {
  const byResult = new Map(outcomes.map((outcome) => [outcome.result, outcome]))
  return [...byResult.values()]
}
