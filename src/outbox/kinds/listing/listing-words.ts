import { sectionPath } from '#src/config/paths.ts'
import type { ListingChange } from '#src/domain/change.ts'
import { STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { commandOf } from '#src/domain/listing/listing-commands.ts'
import {
  APP_FAULT,
  type KindWords,
  type OutcomeMessages,
  SHARED_TROUBLES,
} from '../shared-words.ts'

/** The error code of a rejection without the reason that the owners of the panel require. */
export const REASON_REQUIRED = 'reason-required'

// The literal messages of the specification (section 8), by decision and screen; those for reasons are our own.

const APPROVED: OutcomeMessages = {
  done: 'Property approved!',
  declined: 'Failed to approve property',
  error: 'Failed to approve property.',
}
const REJECTED: OutcomeMessages = {
  done: 'Property rejected!',
  declined: 'Failed to reject property',
  error: 'Failed to reject property.',
}
const UPDATED: OutcomeMessages = {
  done: 'Status updated successfully!',
  declined: 'Failed to update status',
  error: 'Error occurred while updating status',
}
const DELETED: OutcomeMessages = {
  done: 'Property deleted permanently.',
  declined: 'Failed to delete property.',
  error: 'Error occurred while deleting property.',
}
const EXPLAINED: OutcomeMessages = {
  done: 'Reason saved.',
  declined: 'Failed to save the reason.',
  error: 'Failed to save the reason.',
}

export const LISTING_WORDS: KindWords<ListingChange> = {
  noun: 'listing',
  pathOf: (id) => `${sectionPath('property')}&open=${encodeURIComponent(id)}`,
  labelOf: ({ action }) => (action.kind === 'reason' ? 'Give reason' : commandOf(action).label),
  lossOf: () => 'The server did not apply this. Discarding removes it from this device.',
  outcomesOf({ action, origin }) {
    if (action.kind !== 'status') return action.kind === 'delete' ? DELETED : EXPLAINED
    if (origin === 'board' && action.to === 'approved') return APPROVED
    if (origin === 'board' && action.to === 'rejected') return REJECTED
    return UPDATED
  },
  participleOf: ({ action }) =>
    action.kind === 'status' ? STATUS_LABELS[action.to].toLowerCase() : 'deleted',
  isTyped: ({ action }) =>
    action.kind === 'reason' || (action.kind === 'status' && action.reason !== undefined),
  troubles: {
    ...SHARED_TROUBLES,
    'invalid-input': APP_FAULT,
    'too-large': APP_FAULT,
    'not-found': {
      why: 'This listing was deleted on the server meanwhile.',
      advice: 'There is nothing left to decide about. Discard this change.',
      isFinal: true,
    },
    'decided-again': {
      why: 'This listing was decided again meanwhile, so this reason explains nothing any more.',
      advice: 'Open the listing to see its history. Discard this reason.',
      isFinal: true,
    },
    'reason-unknown': {
      why: 'This reason is not in the list any more.',
      advice: 'Open the listing and choose another one, or discard this.',
    },
    [REASON_REQUIRED]: {
      why: 'A rejection needs a reason by now, so the listing was not rejected.',
      advice: 'Give the reason: that rejects it. Or discard this change.',
    },
  },
}
