import type { Change, ListingChange } from '#src/domain/change.ts'
import { byActor } from '#src/domain/history.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { conflictsMessage, namePeople } from '#src/outbox/conflict-messages.ts'
import { wordsOf } from '#src/outbox/kinds/kind-words.ts'

// What is announced about results, beside the messages of each kind of change (src/outbox/kinds/).

/**
 * 'Green Villa was already approved by Ravi Shah on another device.'; for several, '6 were already decided by Ravi Shah on
 * another device.': the server already had the requested state. `rows` has at least one.
 */
export function alreadyMessage(rows: readonly AlreadyDone[]): string {
  return `${sayAlready(rows)}.`
}

function sayAlready(rows: readonly AlreadyDone[]): string {
  const [only] = rows
  const participles = new Set(
    rows.map(({ change }) => wordsOf(change).participleOf?.(change) ?? 'deleted'),
  )
  const [participle] = participles
  const who = namePeople(rows.map(whoWasFirst))
  if (only && rows.length === 1)
    return `${displayName(only.change.entityName)} was already ${participle}${who}`
  const what = participles.size === 1 ? participle : 'decided'
  return `${groupIndian(rows.length)} were already ${what}${who}`
}

type AlreadyDone = Pick<ChangeOutcome, 'change' | 'first'>

/** ' by Ravi Shah on another device'. An earlier decision of the same person may come from this device: another tab, or the worker, may have sent it. */
function whoWasFirst({ change, first }: AlreadyDone): string {
  const who = first ? byActor(first, change.userId) : ''
  return first?.actorId === change.userId ? who : `${who} on another device`
}

/** For an event that was created twice: it was sent again because the first try seemed lost. */
export function twiceMessage({ entityName }: Change): string {
  return `${displayName(entityName)} is in your list twice: a try that seemed lost arrived after all. Delete the one you do not need.`
}

export interface DrainSummary {
  sent: number
  /** Changes that another device had already made. */
  already: readonly AlreadyDone[]
  /** Changes that somebody else decided otherwise first. */
  conflicts: readonly ListingChange[]
  needYou: number
}

/** One message about changes whose results no screen waits for, such as those queued on another page. */
export function summaryMessage({ sent, already, conflicts, needYou }: DrainSummary): string {
  const parts = [
    sent > 0 ? `${countNoun(sent, 'change')} sent` : null,
    already.length > 0 ? sayAlready(already) : null,
    conflicts.length > 0 ? conflictsMessage(conflicts) : null,
    needYou > 0
      ? `${countNoun(needYou, 'change')} ${needYou === 1 ? 'needs' : 'need'} attention`
      : null,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
