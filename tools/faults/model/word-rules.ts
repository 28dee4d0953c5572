import { accountId, OPERATORS } from '#tools/faults/sim/market/sim-server.ts'
import type { SeenCall } from '#tools/faults/sim/sim-call.ts'
import { type Intent, isAbout, isReason } from './intent.ts'
import { wasDecidedAgain } from './reason-rules.ts'
import type { RunRecord, Violation } from './run-record.ts'
import { mayHaveLostPhotos } from './visit-rules.ts'

// Rules for screens and messages: every message must be true, and a screen must not go back to an older status.

/** Every message about a conflict, a deleted record, a revoked role or a lost change must be true. */
export function judgeWords(run: RunRecord): Violation[] {
  const violations: Violation[] = []
  for (const [key, words] of run.told) {
    // A change may be reported as lost only if its browser deleted the outbox: with the change, or with the only record of
    // its confirmation (the notice says that another tab may have sent it).
    if (words.has('lost') && !run.lostKeys.has(key) && !run.forgottenKeys.has(key))
      violations.push({ rule: 'false-word', detail: `${key}: lost` })
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
  const about = run.effects.filter((one) => isAbout(one, intent.entity, intent.record, run.effects))
  const byOthers = about.some(
    ({ device, actorId }) => device !== intent.device || actorId !== intent.actorId,
  )
  const isGone = about.some(({ deed }) => deed === 'delete')
  switch (word) {
    case 'conflict':
      return byOthers || hasUnheardYes(intent, run) || wasSubmittedAgain(intent, run)
    case 'lost':
      return true // judgeWords has checked this message by the change's key
    case 'already-done':
      return byOthers || isGone || hasUnheardYes(intent, run) || wasDoneBefore(intent, about)
    case 'refused-404':
      return isGone
    case 'refused-409':
      return wasDecidedAgain(intent, run)
    case 'refused-403':
      return (
        run.revoked.has(intent.actorId) &&
        OPERATORS.some((name) => accountId(name) === intent.actorId)
      )
    // Of a visit, one of whose photos was refused or is lost.
    case 'refused-null':
      return isGone || run.revoked.has(intent.actorId) || mayHaveLostPhotos(intent, run)
    // After a sign-out, the device no longer has the HTTP status of the server's refusal.
    case 'refused-undefined':
    case 'refused':
      return (
        isGone ||
        run.revoked.has(intent.actorId) ||
        wasDecidedAgain(intent, run) ||
        mayHaveLostPhotos(intent, run)
      )
    default:
      return false
  }
}

/** Whether the listing's owner has submitted it more than once: the operator may have seen an earlier submission. */
function wasSubmittedAgain({ record }: Intent, { postings }: RunRecord): boolean {
  return postings.submissions.filter(({ listingId }) => listingId === record).length > 1
}

/** Whether another change had the same effect, possibly a change of the same person on the same device. */
function wasDoneBefore({ key, deed }: Intent, about: RunRecord['effects']): boolean {
  return about.some((one) => one.key !== key && one.deed === deed)
}

/** Whether an earlier change by the device took effect unknown to it, because it lost the answer or the outbox. */
function hasUnheardYes({ device, record, key }: Intent, run: RunRecord): boolean {
  const { calls, lostKeys, forgottenKeys } = run
  const earlier = calls.filter(
    (call) => call.device === device && call.key !== key && isDecisionOn(call, record),
  )
  const heard = new Set(earlier.filter((call) => call.heardStatus === 200).map((call) => call.key))
  const hadEffect = (call: SeenCall) =>
    call.served.some(({ isReplay, effects }) => !isReplay && effects.after > effects.before)
  const isKnown = ({ key: earlierKey }: SeenCall) =>
    heard.has(earlierKey) && !lostKeys.has(earlierKey ?? '') && !forgottenKeys.has(earlierKey ?? '')
  return earlier.some((call) => hadEffect(call) && !isKnown(call))
}

function isDecisionOn({ path }: SeenCall, record: string): boolean {
  return path.includes(record) && !path.endsWith('/reason')
}

/** A record that nobody else changed must show the person's last saved decision. */
export function judgeLooks(run: RunRecord): Violation[] {
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
          one.record === record &&
          one.device === look.device &&
          one.actorId === look.actorId &&
          !isReason(one),
      )
      const last = chain.filter(({ n }) => n < look.n).at(-1)
      const isQuiet = chain.every(
        ({ n, state, end }) => n < look.n && state === 'saved' && end === null,
      )
      if (!last || !isQuiet || last.intentsAtReaction === null || last.intentsAtReaction > look.n)
        continue
      if (last.key !== null && run.told.has(last.key)) continue
      // If the outbox was lost with the confirmation of this decision, the screen may show an older row again.
      if (last.key !== null && run.forgottenKeys.has(last.key)) continue
      if (last.deed !== `status:${shown}` && last.deed !== 'delete')
        violations.push({
          rule: 'flicker',
          detail: `${look.device} ${record}: #${last.n} ${last.deed}, shown ${shown}`,
        })
    }
  }
  return violations
}
