import { sectionPath } from '#src/config/paths.ts'
import type { ListingChange } from '#src/domain/change.ts'
import { commandOf } from '#src/domain/listing/listing-commands.ts'
import { APP_FAULT, type KindWords, SHARED_TROUBLES } from '../shared-words.ts'

/** The error code of a rejection without the reason that the owners of the panel require. */
export const REASON_REQUIRED = 'reason-required'

export const LISTING_WORDS: KindWords<ListingChange> = {
  noun: 'listing',
  pathOf: (id) => `${sectionPath('property')}&open=${encodeURIComponent(id)}`,
  labelOf: ({ action }) => (action.kind === 'reason' ? 'Give reason' : commandOf(action).label),
  lossOf: () => 'The server did not apply this. Discarding removes it from this device.',
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
