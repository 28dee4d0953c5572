import type { VisitPlace } from './visit-place.ts'

// Visits of the team to a property: what somebody saw there. The team alone reads them.

export const VISIT_ANSWERS = ['yes', 'no', 'not-seen'] as const
export type VisitAnswer = (typeof VISIT_ANSWERS)[number]

export const VISIT_ANSWER_LABELS: Readonly<Record<VisitAnswer, string>> = {
  yes: 'Yes',
  no: 'No',
  'not-seen': 'Not seen',
}

/** An answered point, with its words at the time of the visit: later changes of the checklist change no visit. */
export interface AnsweredItem {
  id: string
  label: string
  answer: VisitAnswer
}

export interface PropertyVisit {
  /** Made by the device that records it. */
  id: string
  /** By the clock of that device, ISO 8601. */
  at: string
  answers: readonly AnsweredItem[]
  /** May be empty. */
  note: string
  /** Null unless the visitor has added it. */
  place: VisitPlace | null
  /** The ids of its photos on the server; only in a visit that is being sent. */
  photos?: readonly string[]
}

export const MOST_VISIT_PHOTOS = 10 // more than a visit needs, and few enough for a phone's network
export const MAX_VISIT_NOTE_CHARS = 2_000 // a page of text
/** Of one listing: more than anybody would read, and few enough for one answer. */
export const MOST_VISITS = 100

/** The name under which the device keeps the photos of a visit to a listing until the visit has arrived. */
export function visitFilesOf(listingId: string, visitId: string): string {
  return `${FILES_PREFIX}${listingId}:${visitId}`
}

/** The listing and the visit whose photos the device keeps under this name; null for files of a listing. */
export function visitOfFiles(name: string): { listingId: string; visitId: string } | null {
  const end = name.lastIndexOf(':')
  if (!name.startsWith(FILES_PREFIX) || end < FILES_PREFIX.length) return null
  return { listingId: name.slice(FILES_PREFIX.length, end), visitId: name.slice(end + 1) }
}

const FILES_PREFIX = 'visit:'
const RECORD_PREFIX = 'visits:'

/** The id under which the outbox keeps the visits to a listing: they wait for no decision. */
export function visitsOf(listingId: string): string {
  return `${RECORD_PREFIX}${listingId}`
}

/** The listing that somebody has visited. */
export function listingOfVisits(entityId: string): string {
  return entityId.slice(RECORD_PREFIX.length)
}
