import type { ServerEffect } from '#tools/faults/sim/market/sim-server.ts'
import type { SeenCall } from '#tools/faults/sim/sim-call.ts'
import { type Intent, isReason } from './intent.ts'
import type { RunRecord, Violation } from './run-record.ts'

// A reason belongs to one rejection: it is sent after the rejection was answered, and takes effect only on this rejection.

export function judgeReasons(run: RunRecord): Violation[] {
  return [...judgeReasonCalls(run), ...judgeReasonEffects(run)]
}

/** Statuses that answer a rejection: 200 if it took effect, 412 if somebody else had rejected the listing already. */
const ENDING = new Set([200, 412])

function judgeReasonCalls(run: RunRecord): Violation[] {
  const { calls } = run
  return calls
    .filter((call) => call.path.endsWith('/reason') && !isWithoutKnownRejection(call, run))
    .filter(
      (call) =>
        !calls.some(
          ({ key, device, endedAt, heardStatus }) =>
            key === readChangeKey(call) &&
            device === call.device &&
            ENDING.has(heardStatus ?? 0) &&
            (endedAt ?? Number.POSITIVE_INFINITY) <= call.at,
        ),
    )
    .map(({ method, path }) => ({
      rule: 'unexplainable',
      detail: `${method} ${path}: sent before its rejection was answered`,
    }))
}

/**
 * Whether the device may send a reason without a confirmed rejection: the rejection was lost with the outbox or reported as
 * unsent, or the person decided again while the reason was being saved. The server refuses such a reason.
 */
function isWithoutKnownRejection(call: SeenCall, { intents, told, lostKeys }: RunRecord): boolean {
  const changeKey = readChangeKey(call) ?? ''
  const rejection = intents.find(({ key }) => key === changeKey)
  const reason = intents.find(({ key }) => key === call.key)
  if (!rejection || !reason || told.has(changeKey) || lostKeys.has(changeKey)) return true
  const intentsAtReaction = reason.intentsAtReaction ?? Number.POSITIVE_INFINITY
  return intents.some(
    (later) =>
      later.device === rejection.device &&
      later.actorId === rejection.actorId &&
      later.record === rejection.record &&
      later.n > rejection.n &&
      later.n < intentsAtReaction &&
      !isReason(later),
  )
}

function judgeReasonEffects({ calls, effects }: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const effect of effects.filter(isReason)) {
    const call = calls.find(({ key }) => key === effect.key)
    const decision = findDecision(effects, effect.entityId, effect.order)
    if (call && decision?.key === readChangeKey(call)) continue
    violations.push({
      rule: 'unexplainable',
      detail: `${effect.entityId}: ${effect.deed} on ${decision?.deed ?? 'no decision'}`,
    })
  }
  return violations
}

/** Whether the server was right to refuse a reason: the listing's last decision was not the rejection it explains. */
export function wasDecidedAgain(intent: Intent, { calls, effects }: RunRecord): boolean {
  const ofListings = effects.filter(({ entity }) => entity === 'listing')
  return calls
    .filter(({ key }) => isReason(intent) && key === intent.key)
    .some((call) =>
      call.served.some(({ status, effects: { before } }) => {
        const order = (ofListings[before - 1]?.order ?? 0) + 1
        const decision = findDecision(effects, intent.record, order)
        return status === 409 && decision?.key !== readChangeKey(call)
      }),
    )
}

/** Whether a reason needs no effect, because its rejection was withdrawn, reported as unsent, or had no effect. */
export function isWithoutRejection({ explains }: Intent, run: RunRecord): boolean {
  if (explains === undefined) return false
  const { intents, told, effects } = run
  const isGivenUp = intents.some(({ key, end }) => key === explains && end !== null)
  return isGivenUp || told.has(explains) || !effects.some(({ key }) => key === explains)
}

/** The last decision about a listing before the position `order` in the server's log. */
function findDecision(
  effects: readonly ServerEffect[],
  record: string,
  order: number,
): ServerEffect | undefined {
  return effects
    .filter((effect) => effect.entity === 'listing' && effect.entityId === record)
    .filter((effect) => !isReason(effect) && effect.order < order)
    .at(-1)
}

function readChangeKey({ body }: Pick<SeenCall, 'body'>): string | null {
  const { changeKey } = JSON.parse(body) as { changeKey?: string } // the API contract of a reason
  return changeKey ?? null
}
