import type { SeenCall } from '#tests/faults/sim/sim-network.ts'
import { accountId, OPERATORS, type ServerEffect } from '#tests/faults/sim/sim-server.ts'
import { effectsByRecord, type Intent, type RecordEffect } from './intent.ts'
import { matchChain } from './intent-matching.ts'

// Judges a run: the list of intents against the server's log. Imports nothing of the product.

/** A change as it lies on a device at the end, as far as a person can see it. */
export interface LeftChange {
  device: string
  actorId: string
  key: string
  record: string
  state: string
  status: number | null
  message: string | null
}

export interface RunRecord {
  intents: readonly Intent[]
  effects: readonly ServerEffect[]
  calls: readonly SeenCall[]
  /** By key, every word that was said of a change that will not go on by itself: 'conflict', 'already-done', ... */
  told: ReadonlyMap<string, ReadonlySet<string>>
  left: readonly LeftChange[]
  /** Operators whose role was taken away at some time. */
  revoked: ReadonlySet<string>
  statusAtFirst: string
  disturbances: readonly Disturbance[]
  looks: readonly Look[]
}

/** What may keep a device from knowing what it was told. */
export interface Disturbance {
  device: string
  at: number
  kind: 'killed' | 'storage' | 'commit-unknown' | 'clock'
}

/** What one tab showed at one moment. */
export interface Look {
  /** Its place among the intents. */
  n: number
  device: string
  actorId: string
  statuses: ReadonlyMap<string, string>
}

export interface Violation {
  rule:
    | 'lost'
    | 'doubled'
    | 'foreign'
    | 'false-word'
    | 'too-early'
    | 'flicker'
    | 'undrained'
    | 'stale'
    | 'unhandled'
    | 'crowded'
    | 'resent'
    | 'touched'
    | 'broken-page'
  detail: string
}

export function judgeRun(run: RunRecord): Violation[] {
  return [
    ...judgeChains(run),
    ...judgeActors(run),
    ...judgeWords(run),
    ...judgeFloors(run),
    ...judgeLooks(run),
    ...judgeRepeats(run),
  ]
}

function judgeChains(run: RunRecord): Violation[] {
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

/** What was refused must have none, but where nobody could know: a commit of which no word came, again and again. */
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

/** A listing's effects name their device; an event's are told apart by what each intent wrote. */
function isOf({ deed, effect }: RecordEffect, first: Intent, chain: readonly Intent[]): boolean {
  if (effect.actorId !== first.actorId) return false
  if (effect.entity === 'listing') return effect.device === first.device
  return chain.some((intent) => intent.deed === deed)
}

function isExcused(intent: Intent, chain: readonly Intent[], run: RunRecord): boolean {
  const { state, end, key } = intent
  if (state !== 'saved' || end !== null || key === null) return true
  if (run.told.has(key) || wasNeverThere(intent, run) || waitsBehindStuck(key, run)) return true
  const calls = run.calls.filter((call) => call.key === key)
  if (calls.some((call) => wasTrueAlready(intent, call, run))) return true
  return chain.some((later) => later.n > intent.n && isTakenIn(intent, later, run))
}

/** The screen shows it under the one that needs a person, and says that it waits for that. */
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

/** An event that the server never heard of needs no deletion. */
function wasNeverThere({ entity, deed, record }: Intent, run: RunRecord): boolean {
  if (entity === 'listing' || deed !== 'delete') return false
  return !run.effects.some((one) => isAbout(one, entity, record, run))
}

/** A later word on the same record stands for one that had not left the device. */
function isTakenIn(intent: Intent, later: Intent, { calls }: RunRecord): boolean {
  if (later.state === 'refused' || later.state === 'unchanged') return false
  const isOneField = intent.entity === 'listing' || later.deed !== 'create'
  if (!isOneField) return false
  const own = calls.filter(({ device }) => device === intent.device)
  return !own.slice(0, later.callsBefore).some((call) => call.key === intent.key)
}

/** The server had nothing to do: the listing was so, or gone, by somebody else's hand. */
function wasTrueAlready({ entity, record, deed }: Intent, call: SeenCall, run: RunRecord): boolean {
  return call.served.some(({ status, isReplay, effects, body }) => {
    const before = run.effects
      .filter((effect) => effect.entity === 'listing' && effect.entityId === record)
      .filter((effect) => effect.order <= lastOrder(run, effects.before))
    if (deed === 'delete' && status === 404) {
      return run.effects.some((one) => one.deed === 'delete' && isAbout(one, entity, record, run))
    }
    if (entity === 'event') return false
    const isSo = `status:${currentStatus(before, run)}` === deed
    if (status === 200) return !isReplay && effects.before === effects.after && isSo
    return status === 412 && body.includes(`"status":"${deed.slice('status:'.length)}"`) && isSo
  })
}

function isAbout(effect: ServerEffect, entity: string, record: string, run: RunRecord): boolean {
  if (entity === 'listing') return effect.entityId === record
  const made = run.effects.find(({ deed, body }) => deed === 'create' && body?.['title'] === record)
  return made !== undefined && made.entityId === effect.entityId
}

/** The order of the effect that was the newest when there were so many. */
function lastOrder({ effects }: RunRecord, count: number): number {
  const ofListings = effects.filter(({ entity }) => entity === 'listing')
  return ofListings[count - 1]?.order ?? 0
}

function currentStatus(before: readonly ServerEffect[], { statusAtFirst }: RunRecord): string {
  const last = before.filter(({ deed }) => deed.startsWith('status:')).at(-1)
  return last?.deed.slice('status:'.length) ?? statusAtFirst
}

/** Nobody's name stands under what somebody else decided. */
function judgeActors({ intents, effects }: RunRecord): Violation[] {
  const byRecord = effectsByRecord(effects)
  const violations: Violation[] = []
  for (const [record, done] of byRecord) {
    for (const { deed, effect } of done) {
      const isAsked = intents.some(
        (intent) =>
          intent.record === record && intent.deed === deed && intent.actorId === effect.actorId,
      )
      if (!isAsked)
        violations.push({ rule: 'foreign', detail: `${record}: ${deed} by ${effect.actorId}` })
    }
  }
  return violations
}

/** What a person was told has to be so: a conflict with somebody else, a listing that is gone, a role that was taken. */
function judgeWords(run: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const [key, words] of run.told) {
    const intent = run.intents.find((one) => one.key === key)
    if (!intent) continue
    for (const word of words) {
      if (!isTrue(word, intent, run))
        violations.push({
          rule: 'false-word',
          detail: `#${intent.n} ${intent.deed} of ${intent.record}: ${word}`,
        })
    }
  }
  return violations
}

function isTrue(word: string, intent: Intent, run: RunRecord): boolean {
  const about = run.effects.filter((one) => isAbout(one, intent.entity, intent.record, run))
  const byOthers = about.some(
    ({ device, actorId }) => device !== intent.device || actorId !== intent.actorId,
  )
  const isGone = about.some(({ deed }) => deed === 'delete')
  switch (word) {
    case 'conflict':
      return byOthers
    case 'already-done':
      return byOthers || isGone
    case 'refused-404':
      return isGone
    case 'refused-403':
      return (
        run.revoked.has(intent.actorId) &&
        OPERATORS.some((name) => accountId(name) === intent.actorId)
      )
    // After a sign-out the reason is no longer on the device.
    case 'refused-undefined':
    case 'refused':
      return isGone || run.revoked.has(intent.actorId)
    default:
      return false
  }
}

/** Nothing is asked again before the server allowed it, as far as the device could still know that. */
function judgeFloors({ calls, disturbances }: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const call of calls) {
    const { floor, key, device } = call
    if (!floor || key === null) continue
    const isForgotten = disturbances.some((one) => {
      if (one.device !== device || one.at < floor.heardAt) return false
      // A clock that was set cannot say how much of a wait is left.
      return one.kind === 'clock' || one.at <= floor.heardAt + WRITING_MS
    })
    const early = calls.find(
      (next) =>
        next.key === key &&
        next.device === device &&
        next.at > floor.heardAt &&
        next.at < floor.until - FLOOR_SLACK_MS,
    )
    if (early && !isForgotten)
      violations.push({
        rule: 'too-early',
        detail: `${call.method} ${call.path}: again ${floor.until - early.at} ms before it was allowed`,
      })
  }
  return violations
}

/** A change is with the network once at a time, and not again after its yes, as far as the device could know. */
function judgeRepeats(run: RunRecord): Violation[] {
  const violations: Violation[] = []
  const keyed = run.calls.filter(({ key }) => key !== null)
  for (const call of keyed) {
    const end = Math.min(call.endedAt ?? Number.POSITIVE_INFINITY, call.at + LONGEST_CALL_MS)
    const own = keyed.filter(({ key, device }) => key === call.key && device === call.device)
    const during = own.find(({ at }) => at > call.at && at < end)
    if (during && !isDisturbed(run, call, during.at))
      violations.push({
        rule: 'crowded',
        detail: `${call.method} ${call.path}: sent twice at once`,
      })
    const isYes = call.heardStatus === 200 && end === call.endedAt
    const after = isYes ? own.find(({ at }) => at > end) : undefined
    if (after && !isDisturbed(run, call, end + WRITING_MS))
      violations.push({ rule: 'resent', detail: `${call.method} ${call.path}: sent after its yes` })
  }
  return violations
}

/** Whether anything befell the device since a call went out: its tab may be dead, its memory gone, its clock wrong. */
function isDisturbed({ disturbances }: RunRecord, call: SeenCall, until: number): boolean {
  return disturbances.some(({ device, at, kind }) => {
    if (device !== call.device) return false
    return kind === 'clock' || (at >= call.at && at <= until)
  })
}

const LONGEST_CALL_MS = 30_000 // the end that each try is given
const WRITING_MS = 50 // a tab that dies, or a storage that fails, while the answer is written down
const FLOOR_SLACK_MS = 5 // roundings of the clock

/** What the screen showed never goes back: of a record that nobody else touched, the last word on it is what is seen. */
function judgeLooks(run: RunRecord): Violation[] {
  const violations: Violation[] = []
  const touched = new Map<string, Set<string>>()
  const touch = (record: string, hand: string) =>
    touched.set(record, (touched.get(record) ?? new Set()).add(hand))
  for (const { record, device, actorId } of run.intents) touch(record, `${device} ${actorId}`)
  for (const { entityId, device, actorId } of run.effects) touch(entityId, `${device} ${actorId}`)
  for (const look of run.looks) {
    for (const [record, shown] of look.statuses) {
      if ((touched.get(record)?.size ?? 0) > 1) continue
      const chain = run.intents.filter(
        (one) =>
          one.record === record && one.device === look.device && one.actorId === look.actorId,
      )
      const last = chain.filter(({ n }) => n < look.n).at(-1)
      const isQuiet = chain.every(
        ({ n, state, end }) => n < look.n && state === 'saved' && end === null,
      )
      if (!last || !isQuiet || last.savedAtLook === null || last.savedAtLook > look.n) continue
      if (last.key !== null && run.told.has(last.key)) continue
      if (last.deed !== `status:${shown}` && last.deed !== 'delete')
        violations.push({
          rule: 'flicker',
          detail: `${look.device} ${record}: #${last.n} ${last.deed}, shown ${shown}`,
        })
    }
  }
  return violations
}

function groupIntents(intents: readonly Intent[]): Intent[][] {
  const groups = new Map<string, Intent[]>()
  for (const intent of intents) {
    const place = `${intent.device} ${intent.actorId} ${intent.record}`
    groups.set(place, [...(groups.get(place) ?? []), intent])
  }
  return [...groups.values()]
}
