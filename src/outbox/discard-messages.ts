import { type Change, isUnsent, MAYBE_CREATED } from '#src/domain/change.ts'
import { wordsOf } from './kinds/kind-words.ts'
import { listMeaningless } from './queue/change-rules.ts'

// Labels for changes, and messages about the effects of discarding a change, also on later changes of its record.

// A row or a message may still show a change that was sent, settled in another tab, or lost with its database.
export const NOT_TAKEN_BACK = 'This changed meanwhile and can no longer be taken back here.'
export const NOT_SENT_AGAIN = 'This changed meanwhile, so it was not sent again.'

export function actionLabel(change: Change): string {
  return wordsOf(change).labelOf(change)
}

/** The effects of discarding a change, one sentence per item. `behind` has the later changes of the same record. */
export function discardMessages(change: Change, behind: readonly Change[]): string[] {
  const lost = listMeaningless(behind, change)
  const kept = behind.filter((one) => !lost.includes(one))
  return [
    lossMessage(change),
    ...sentenceOf(lost, 'goes with it', 'go with it'),
    ...sentenceOf(kept, 'stays and is sent', 'stay and are sent'),
  ]
}

/** A refused change had no effect; an unanswered change may have had one. */
function lossMessage(change: Change): string {
  const { state, lastError, isKeyed, tries } = change
  if (lastError?.code === MAYBE_CREATED) return 'The event that is in your list stays there.'
  // Without an idempotency key, an earlier try may have taken effect although the server refused a later try.
  const hadNoEffect = isUnsent(change) || (state === 'parked' && (isKeyed || tries === 1))
  if (hadNoEffect) return wordsOf(change).lossOf(change)
  const typed = wordsOf(change).isTyped(change) ? ' What you typed is lost.' : ''
  return `It was tried before, so it may already have had its effect on the server. Discarding it only makes this device forget it.${typed}`
}

function sentenceOf(changes: readonly Change[], one: string, several: string): string[] {
  if (changes.length === 0) return []
  const names = changes.map((change) => `“${actionLabel(change)}”`).join(', then ')
  return [`${names}, which you decided after it, ${changes.length === 1 ? one : several}.`]
}
