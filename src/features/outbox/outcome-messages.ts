import type { Change } from '#src/domain/change.ts'
import { STATUS_LABELS } from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'

// The literal messages of the specification (section 8), by what was decided and where. A refusal inside a yes
// (success:false) and an error answer have words of their own (decision 15).

interface Messages {
  done: string
  declined: string
  error: string
}

const APPROVE: Messages = {
  done: 'Property approved!',
  declined: 'Failed to approve property',
  error: 'Failed to approve property.',
}
const REJECT: Messages = {
  done: 'Property rejected!',
  declined: 'Failed to reject property',
  error: 'Failed to reject property.',
}
const STATUS: Messages = {
  done: 'Status updated successfully!',
  declined: 'Failed to update status',
  error: 'Error occurred while updating status',
}
const DELETE: Messages = {
  done: 'Property deleted permanently.',
  declined: 'Failed to delete property.',
  error: 'Error occurred while deleting property.',
}

export function messagesFor({ action, origin }: Pick<Change, 'action' | 'origin'>): Messages {
  if (action.kind === 'delete') return DELETE
  if (origin === 'board' && action.to === 'approved') return APPROVE
  if (origin === 'board' && action.to === 'rejected') return REJECT
  return STATUS
}

/** "Already approved on another device": the operator's wish was true before it arrived. */
export function alreadyMessage(change: Pick<Change, 'action' | 'listingName'>): string {
  const what =
    change.action.kind === 'delete' ? 'deleted' : STATUS_LABELS[change.action.to].toLowerCase()
  return `${displayName(change.listingName)} was already ${what} on another device.`
}

export interface DrainSummary {
  sent: number
  /** What another device had done first. */
  already: readonly Pick<Change, 'action' | 'listingName'>[]
  needYou: number
}

/** One sentence for what went out while nobody was looking at each change. */
export function summaryMessage({ sent, already, needYou }: DrainSummary): string {
  const [only] = already
  if (only && already.length === 1 && sent + needYou === 0) return alreadyMessage(only)
  const parts = [
    sent > 0 ? `${count(sent, 'change')} sent` : null,
    already.length > 0 ? `${count(already.length, 'change')} made already on another device` : null,
    needYou > 0 ? `${count(needYou, 'change')} ${needYou === 1 ? 'needs' : 'need'} you` : null,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
