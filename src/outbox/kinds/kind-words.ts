import type { Change } from '#src/domain/change.ts'
import { CONTACT_WORDS } from './contact/contact-words.ts'
import { EVENT_WORDS } from './event/event-words.ts'
import { LISTING_WORDS } from './listing/listing-words.ts'
import { NOTE_WORDS } from './note/note-words.ts'
import { POSTING_WORDS } from './posting/posting-words.ts'
import type { KindWords } from './shared-words.ts'
import { VISIT_WORDS } from './visit/visit-words.ts'

// The words of each kind, for screens. Apart from kinds.ts, because the worker needs none of them.

const WORDS: Readonly<Record<Change['entity'], KindWords>> = {
  listing: LISTING_WORDS,
  event: EVENT_WORDS,
  posting: POSTING_WORDS,
  note: NOTE_WORDS,
  contact: CONTACT_WORDS,
  visit: VISIT_WORDS,
}

export function wordsOf({ entity }: Pick<Change, 'entity'>): KindWords {
  return WORDS[entity]
}
