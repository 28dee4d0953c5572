import { type Change, type EventChange, MAYBE_MADE } from '#src/domain/change.ts'
import { listMeaningless } from './queue/change-rules.ts'

// What a change is called, and what becomes of it and of those behind it when a person gives it up.

const STATUS_ACTIONS = {
  approved: 'Approve',
  rejected: 'Reject',
  pending: 'Set to pending',
} as const

const EVENT_ACTIONS = {
  create: 'Create event',
  update: 'Change event',
  delete: 'Delete event',
} as const

export function actionWords({ entity, action }: Change): string {
  if (entity === 'event') return EVENT_ACTIONS[action.kind]
  return action.kind === 'delete' ? 'Delete' : STATUS_ACTIONS[action.to]
}

/** What discarding a change means, sentence by sentence; `behind` is what waits behind it on the same record. */
export function discardWords(change: Change, behind: readonly Change[]): string[] {
  const lost = listMeaningless(behind, change)
  const kept = behind.filter((one) => !lost.includes(one))
  return [
    lossWords(change),
    ...sentenceOf(lost, 'goes with it', 'go with it'),
    ...sentenceOf(kept, 'stays and is sent', 'stay and are sent'),
  ]
}

/** A refusal had no effect, a try without an answer may have had its own. */
function lossWords({ state, lastError, isKeyed, tries, entity, action }: Change): string {
  if (lastError?.code === MAYBE_MADE) return 'The event that is in your list stays there.'
  // Without keys an earlier try may have arrived although a later one was refused.
  const hadNoEffect = state === 'parked' && (isKeyed || tries === 1)
  if (!hadNoEffect) {
    const typed = entity === 'event' && action.kind !== 'delete' ? ' What you typed is lost.' : ''
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
  const names = changes.map((change) => `“${actionWords(change)}”`).join(', then ')
  return [`${names}, which you decided after it, ${changes.length === 1 ? one : several}.`]
}
