import { detailsPath } from '#src/config/paths.ts'
import { listingOfContacts, type QueuedContact } from '#src/domain/change.ts'
import { type KindWords, type OutcomeMessages, SHARED_TROUBLES } from '../shared-words.ts'

const OUTCOMES: OutcomeMessages = {
  done: 'Noted in the history.',
  declined: 'It was not noted.',
  error: 'It was not noted.',
}

export const CONTACT_WORDS: KindWords<QueuedContact> = {
  noun: 'listing',
  pathOf: (entityId) => detailsPath('property', listingOfContacts(entityId)),
  labelOf: ({ action }) => (action.by === 'call' ? 'Note the call' : 'Note the message'),
  lossOf: ({ action }) =>
    `The ${action.by === 'call' ? 'call' : 'message'} is not in the history of the listing.`,
  outcomesOf: () => OUTCOMES,
  isTyped: () => false,
  troubles: {
    ...SHARED_TROUBLES,
    'not-allowed': {
      why: 'Your role may not see the contact of owners any more.',
      advice: 'Ask the owner of the panel. Send it again once you may, or discard it.',
    },
    'not-found': {
      why: 'The listing was deleted on the server meanwhile, and its history with it.',
      advice: 'There is nothing left to note. Discard this.',
      isFinal: true,
    },
  },
}
