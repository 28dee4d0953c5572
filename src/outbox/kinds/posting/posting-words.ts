import { ownListingPath } from '#src/config/paths.ts'
import type { PostingChange } from '#src/domain/change.ts'
import type { KindWords, OutcomeMessages } from '../shared-words.ts'

const OUTCOMES: OutcomeMessages = {
  done: 'Submitted',
  declined: 'The listing was not sent.',
  error: 'The listing was not sent.',
}

export const POSTING_WORDS: KindWords<PostingChange> = {
  noun: 'listing',
  pathOf: ownListingPath,
  labelOf: ({ action }) => (action.kind === 'submit' ? 'Submit listing' : 'Save listing'),
  lossOf: () =>
    'What this device has not sent is deleted, with its photos and videos. What the server has stays as it was.',
  outcomesOf: () => OUTCOMES,
  isTyped: () => true,
  troubles: {},
  advice: 'Open the listing, correct it and submit: that sends it again.',
}
