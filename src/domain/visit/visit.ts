// Visits of the team to a property: what somebody saw there. The team alone reads them.

export const VISIT_ANSWERS = ['yes', 'no', 'not-seen'] as const
export type VisitAnswer = (typeof VISIT_ANSWERS)[number]

export const VISIT_ANSWER_LABELS: Readonly<Record<VisitAnswer, string>> = {
  yes: 'Yes',
  no: 'No',
  'not-seen': 'Not seen',
}

/** A point of the checklist. The owner of the panel edits the list. */
export interface ChecklistItem {
  id: string
  label: string
  /** Whether new visits ask it. */
  isActive: boolean
}

/** Of a new installation. */
export const FIRST_CHECKLIST: readonly ChecklistItem[] = [
  { id: 'address', label: 'The property is at the address', isActive: true },
  { id: 'photos', label: 'The photos show this property', isActive: true },
  { id: 'details', label: 'Rooms and furnishing are as listed', isActive: true },
  { id: 'person', label: 'The owner or an agent was there', isActive: true },
]

/** An answered point, with its words at the time of the visit: later changes of the checklist change no visit. */
export interface AnsweredItem {
  id: string
  label: string
  answer: VisitAnswer
}

/** Degrees, in thousandths: about 100 m, enough to say that somebody was there. */
export interface VisitPlace {
  latitude: number
  longitude: number
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
}

export const MAX_VISIT_NOTE_CHARS = 2_000 // a page of text
/** Of one listing: more than anybody would read, and few enough for one answer. */
export const MOST_VISITS = 100
export const MOST_CHECKLIST_ITEMS = 30 // a visitor on a phone could not survey more
export const MAX_ITEM_CHARS = 80 // two lines on a phone

const PARTS_OF_DEGREE = 1_000

/** The place as it may be stored and sent. */
export function roundPlace({ latitude, longitude }: VisitPlace): VisitPlace {
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }
}

function roundDegrees(degrees: number): number {
  return fromThousandths(toThousandths(degrees))
}

export function toThousandths(degrees: number): number {
  return Math.round(degrees * PARTS_OF_DEGREE)
}

export function fromThousandths(thousandths: number): number {
  return thousandths / PARTS_OF_DEGREE
}

/** '18.561, 73.776'. */
export function formatPlace({ latitude, longitude }: VisitPlace): string {
  return [latitude, longitude].map((degrees) => degrees.toFixed(3)).join(', ')
}

const RECORD_PREFIX = 'visits:'

/** The id under which the outbox keeps the visits to a listing: they wait for no decision. */
export function visitsOf(listingId: string): string {
  return `${RECORD_PREFIX}${listingId}`
}

/** The listing that somebody has visited. */
export function listingOfVisits(entityId: string): string {
  return entityId.slice(RECORD_PREFIX.length)
}
