import { detailsPath } from '#src/config/paths.ts'
import type { QueuedVisit } from '#src/domain/change.ts'
import { listingOfVisits } from '#src/domain/visit/visit.ts'
import { type KindWords, type OutcomeMessages, SHARED_TROUBLES } from '../shared-words.ts'

const OUTCOMES: OutcomeMessages = {
  done: 'Visit recorded.',
  declined: 'The visit was not recorded.',
  error: 'The visit was not recorded.',
}

export const VISIT_WORDS: KindWords<QueuedVisit> = {
  noun: 'listing',
  pathOf: (entityId) => detailsPath('property', listingOfVisits(entityId)),
  labelOf: () => 'Record visit',
  lossOf: () => 'The visit is on this device alone, and what you answered and typed is lost.',
  outcomesOf: () => OUTCOMES,
  isTyped: () => true,
  troubles: {
    ...SHARED_TROUBLES,
    'not-allowed': {
      why: 'Your role may not decide about listings any more, so it may not record visits.',
      advice: 'Ask the owner of the panel. Send it again once you may, or discard it.',
    },
    'not-found': {
      why: 'The listing was deleted on the server meanwhile, and its history with it.',
      advice: 'There is nothing left to record. Discard this: this also discards what you typed.',
      isFinal: true,
    },
    'too-many-visits': {
      advice: 'Copy what you typed into a note about the listing, and discard this.',
    },
    'visit-exists': {
      advice: 'Copy what you typed into another visit, and discard this.',
      isFinal: true,
    },
  },
}
