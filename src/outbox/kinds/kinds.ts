import type { Change } from '#src/domain/change.ts'
import type { ChangeKind } from './change-kind.ts'
import { CONTACT_KIND } from './contact/contact-kind.ts'
import { EVENT_KIND } from './event/event-kind.ts'
import { LISTING_KIND } from './listing/listing-kind.ts'
import { NOTE_KIND } from './note/note-kind.ts'
import { POSTING_KIND } from './posting/posting-kind.ts'
import { VISIT_KIND } from './visit/visit-kind.ts'

// All kinds of changes. Their words, which only screens need, are in kind-words.ts.

/** A kind's methods take only its own changes, so look it up with the `entity` of the change that is passed to them. */
const KINDS: Readonly<Record<Change['entity'], ChangeKind>> = {
  listing: LISTING_KIND,
  event: EVENT_KIND,
  posting: POSTING_KIND,
  note: NOTE_KIND,
  contact: CONTACT_KIND,
  visit: VISIT_KIND,
}

export function kindOf({ entity }: Pick<Change, 'entity'>): ChangeKind {
  return KINDS[entity]
}

/** The kind of a stored row; null if this build knows none with this name. */
export function findKind(entity: unknown): ChangeKind | null {
  return Object.hasOwn(KINDS, String(entity)) ? KINDS[entity as Change['entity']] : null // one of the keys
}

/** Whether only pages send this change: the worker is stopped before its files are sent. */
export function isForPages(change: Change): boolean {
  return !kindOf(change).sending.requestOf?.(change)
}

/** Whether the change itself is what the person has done; the content of others is in another database. */
export function hasOwnContent(change: Pick<Change, 'entity'>): boolean {
  return !kindOf(change).form.isContentElsewhere
}
