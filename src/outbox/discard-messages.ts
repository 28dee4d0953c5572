import { type Change, type EventChange, MAYBE_CREATED } from '#src/domain/change.ts'
import { listMeaningless } from './queue/change-rules.ts'

// Labels for changes, and messages about the effects of discarding a change, also on later changes of its record.

const STATUS_ACTIONS = {
  approved: 'Approve',
  rejected: 'Reject',
  pending: 'Set back to pending',
} as const

const LISTING_ACTIONS = { delete: 'Delete', reason: 'Give reason' } as const

const EVENT_ACTIONS = {
  create: 'Create event',
  update: 'Change event',
  delete: 'Delete event',
} as const

export function actionLabel({ entity, action }: Change): string {
  if (entity === 'event') return EVENT_ACTIONS[action.kind]
  return action.kind === 'status' ? STATUS_ACTIONS[action.to] : LISTING_ACTIONS[action.kind]
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
function lossMessage({ state, lastError, isKeyed, tries, entity, action }: Change): string {
  if (lastError?.code === MAYBE_CREATED) return 'The event that is in your list stays there.'
  // Without an idempotency key, an earlier try may have taken effect although the server refused a later try.
  const hadNoEffect = state === 'parked' && (isKeyed || tries === 1)
  if (!hadNoEffect) {
    const isTyped =
      (entity === 'event' && action.kind !== 'delete') ||
      action.kind === 'reason' ||
      (action.kind === 'status' && action.reason !== undefined)
    const typed = isTyped ? ' What you typed is lost.' : ''
    return `It was tried before, so it may already have had its effect on the server. Discarding it only makes this device forget it.${typed}`
  }
  if (entity === 'event') return EVENT_LOSSES[action.kind]
  return 'The server did not apply this. Discarding removes it from this device.'
}

const EVENT_LOSSES: Record<EventChange['action']['kind'], string> = {
  create: 'The event leaves your list on this device, and what you typed is lost.',
  update: 'The event stays as the server has it, so what you typed is lost.',
  delete: 'The event stays in your list.',
}

function sentenceOf(changes: readonly Change[], one: string, several: string): string[] {
  if (changes.length === 0) return []
  const names = changes.map((change) => `“${actionLabel(change)}”`).join(', then ')
  return [`${names}, which you decided after it, ${changes.length === 1 ? one : several}.`]
}
