import type { ServerEffect } from '#tools/faults/sim/market/sim-server.ts'
import type { SeenCall } from '#tools/faults/sim/sim-call.ts'
import { effectsByRecord, type Intent, isAbout, isReason, type RecordEffect } from './intent.ts'
import { matchChain } from './intent-matching.ts'
import { isWithoutRejection } from './reason-rules.ts'
import type { RunRecord, Violation } from './run-record.ts'

// Compares the server's effects with the intents: none lost, doubled, out of order or in another person's name. Also
// decides when an intent may have no effect.

/** Every record's effects must match its intents, in their order. */
export function judgeChains(run: RunRecord): Violation[] {
  const byRecord = effectsByRecord(run.effects)
  const violations: Violation[] = []
  for (const chain of groupIntents(run.intents)) {
    const [first] = chain
    if (!first) continue
    const own = (byRecord.get(first.record) ?? []).filter((one) => isOf(one, first, chain))
    const flaw = matchChain(
      chain,
      own,
      (intent) => isExcused(intent, chain, run),
      (intent) => mayHaveEffect(intent, run),
    )
    if (!flaw) continue
    const asked = chain.map(
      ({ n, deed, state, end }) => `#${n} ${deed} ${state}${end ? ` ${end}` : ''}`,
    )
    const done = own.map(({ deed }) => deed)
    violations.push({
      rule: flaw === 'lost' ? 'lost' : 'doubled',
      detail: `${first.device} ${first.record}: asked [${asked.join(', ')}], done [${done.join(', ')}]`,
    })
  }
  return violations
}

/** Every effect must have an intent of the same person. */
export function judgeActors({ intents, effects, postings }: RunRecord): Violation[] {
  const byRecord = effectsByRecord(effects)
  const violations: Violation[] = []
  for (const [record, done] of byRecord) {
    for (const { deed, effect } of done) {
      const isAsked = intents.some(
        (intent) =>
          intent.record === record && intent.deed === deed && intent.actorId === effect.actorId,
      )
      // A listing that is submitted again is to be reviewed again.
      const isSubmitted =
        deed === 'status:pending' &&
        postings.acts.some(
          (act) =>
            act.listingId === record && act.deed === 'submit' && act.actorId === effect.actorId,
        )
      if (!isAsked && !isSubmitted)
        violations.push({ rule: 'foreign', detail: `${record}: ${deed} by ${effect.actorId}` })
    }
  }
  return violations
}

function groupIntents(intents: readonly Intent[]): Intent[][] {
  const groups = new Map<string, Intent[]>()
  for (const intent of [...intents].sort((a, b) => a.place - b.place || a.n - b.n)) {
    const place = `${intent.device} ${intent.actorId} ${intent.record}`
    groups.set(place, [...(groups.get(place) ?? []), intent])
  }
  return [...groups.values()]
}

/**
 * Whether an intent may have an effect. An 'asked' intent may, a 'saved' intent may unless it was undone, and a 'refused'
 * intent may only if a commit failed with an unknown result before the screen reported the refusal.
 */
function mayHaveEffect(
  { state, end, device, askedAt, answeredAt }: Intent,
  run: RunRecord,
): boolean {
  if (state === 'refused') {
    return run.disturbances.some(
      (one) =>
        one.kind === 'commit-unknown' &&
        one.device === device &&
        one.at >= askedAt &&
        one.at <= (answeredAt ?? askedAt),
    )
  }
  return state === 'asked' || (state === 'saved' && end !== 'undone')
}

/** Whether an effect belongs to these intents for a record: a listing's by its device, an event's by its text. */
function isOf({ deed, effect }: RecordEffect, first: Intent, chain: readonly Intent[]): boolean {
  if (effect.actorId !== first.actorId) return false
  if (effect.entity === 'listing') return effect.device === first.device
  return chain.some((intent) => intent.deed === deed)
}

function isExcused(intent: Intent, chain: readonly Intent[], run: RunRecord): boolean {
  const { state, end, key } = intent
  if (state !== 'saved' || end !== null || key === null) return true
  if (run.told.has(key) || wasNeverThere(intent, run) || waitsBehindStuck(key, run)) return true
  if (isWithoutRejection(intent, run)) return true
  const calls = run.calls.filter((call) => call.key === key)
  if (calls.some((call) => wasTrueAlready(intent, call, run))) return true
  return chain.some((later) => later.place > intent.place && isTakenIn(intent, later, run))
}

/** Whether the change waits behind a parked or conflicting change of the same record, which the screen shows. */
function waitsBehindStuck(key: string, { left }: RunRecord): boolean {
  const own = left.find((change) => change.key === key)
  if (own?.state !== 'waiting') return false
  return left.some(
    ({ device, actorId, record, state }) =>
      device === own.device &&
      actorId === own.actorId &&
      record === own.record &&
      (state === 'parked' || state === 'conflict'),
  )
}

/** Whether the intent deletes an event that never reached the server: then no effect is needed. */
function wasNeverThere({ entity, deed, record }: Intent, run: RunRecord): boolean {
  if (entity === 'listing' || deed !== 'delete') return false
  return !run.effects.some((one) => isAbout(one, entity, record, run.effects))
}

/** Each of these stays, whatever is noted or recorded later. */
const STAYING: ReadonlySet<Intent['entity']> = new Set(['note', 'contact', 'visit'])

/** Whether a later intent on the same record replaced this intent before it was sent. */
function isTakenIn(intent: Intent, later: Intent, run: RunRecord): boolean {
  if (STAYING.has(intent.entity)) return false
  const { calls } = run
  const wasNotQueued = later.state === 'refused' && !mayHaveEffect(later, run)
  if (wasNotQueued || later.state === 'unchanged') return false
  // A reason replaces an earlier reason of the same rejection, and never a decision.
  const isSameReason = isReason(intent) && later.explains === intent.explains
  if (isReason(later) && (!isSameReason || later.state === 'cancelled')) return false
  const isOneField = intent.entity === 'listing' || later.deed !== 'create'
  if (!isOneField) return false
  const own = calls.filter(({ device }) => device === intent.device)
  return !own.slice(0, later.callsBefore).some((call) => call.key === intent.key)
}

/** Whether the server had nothing to change: the listing already had this status, or the record was already deleted. */
function wasTrueAlready({ entity, record, deed }: Intent, call: SeenCall, run: RunRecord): boolean {
  return call.served.some(({ status, isReplay, effects, body }) => {
    const before = run.effects
      .filter((effect) => effect.entity === 'listing' && effect.entityId === record)
      .filter((effect) => effect.order <= lastOrder(run, effects.before))
    if (deed === 'delete' && status === 404) {
      return run.effects.some(
        (one) => one.deed === 'delete' && isAbout(one, entity, record, run.effects),
      )
    }
    if (entity !== 'listing') return false
    const isSo = currentDeed(before, { deed }) === deed
    if (status === 200) return !isReplay && effects.before === effects.after && isSo
    return status === 412 && body.includes(`"status":"${deed.slice('status:'.length)}"`) && isSo
  })
}

/** The `order` of the last of the first `count` effects on listings; 0 if there are fewer. */
function lastOrder({ effects }: RunRecord, count: number): number {
  const ofListings = effects.filter(({ entity }) => entity === 'listing')
  return ofListings[count - 1]?.order ?? 0
}

/** The listing's current status, or its current reason if the intent is a reason. */
function currentDeed(before: readonly ServerEffect[], asked: Pick<Intent, 'deed'>): string {
  const kind = isReason(asked) ? 'reason:' : 'status:'
  const last = before.filter(({ deed }) => deed.startsWith(kind)).at(-1)
  return last?.deed ?? `${kind}pending`
}
