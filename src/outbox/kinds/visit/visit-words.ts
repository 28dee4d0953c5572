import { detailsPath } from '#src/config/paths.ts'
import type { Change, QueuedVisit, VisitAction } from '#src/domain/change.ts'
import { countNoun } from '#src/domain/money.ts'
import { listingOfVisits } from '#src/domain/visit/visit.ts'
import { type KindWords, type OutcomeMessages, SHARED_TROUBLES } from '../shared-words.ts'

const OUTCOMES: OutcomeMessages = {
  done: 'Visit recorded.',
  declined: 'The visit was not recorded.',
  error: 'The visit was not recorded.',
}

const PHOTO_ADVICE =
  'The visit itself is not lost: send it without photos, or try again. Discarding it deletes it with its photos.'

export const VISIT_WORDS: KindWords<QueuedVisit> = {
  noun: 'listing',
  pathOf: (entityId) => detailsPath('property', listingOfVisits(entityId)),
  labelOf: () => 'Record visit',
  waitingOf: ({ action }) => {
    const count = countPhotos(action)
    return count === 0 ? null : `${countNoun(count, 'photo')} to send`
  },
  lossOf: ({ action }) =>
    countPhotos(action) === 0
      ? 'The visit is on this device alone, and what you answered and typed is lost.'
      : 'The visit is on this device alone, and what you answered and typed is lost, with its photos.',
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
    'photo-refused': { advice: PHOTO_ADVICE },
    'photo-lost': { advice: PHOTO_ADVICE, isFinal: true },
    'too-many-visits': {
      advice: 'Copy what you typed into a note about the listing, and discard this.',
    },
    'visit-exists': {
      advice: 'Copy what you typed into another visit, and discard this.',
      isFinal: true,
    },
  },
}

function countPhotos(action: VisitAction): number {
  return action.kind === 'visit' ? 0 : action.files.length
}

/** Whether a visit has photos, and something to send without them. */
export function canGoWithoutPhotos({ entity, action }: Pick<Change, 'entity' | 'action'>): boolean {
  if (entity !== 'visit' || action.kind !== 'visit-with-photos') return false
  return action.visit.answers.length > 0 || action.visit.note !== ''
}
