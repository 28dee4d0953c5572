import type {
  Change,
  EventChange,
  ListingChange,
  NoteChange,
  PostingChange,
  QueuedContact,
  QueuedVisit,
} from '#src/domain/change.ts'
import type { EventResult } from '#src/domain/event/market-event.ts'

export type ListingChangeDraft = Pick<
  ListingChange,
  | 'entity'
  | 'userId'
  | 'entityId'
  | 'entityName'
  | 'isKeyed'
  | 'action'
  | 'origin'
  | 'from'
  | 'baseVersion'
  | 'batch'
>
/** `entityId` is null for an event to be created. */
export type EventDraft = Pick<
  EventChange,
  'entity' | 'userId' | 'entityName' | 'isKeyed' | 'action'
> & { entityId: string | null; earlier?: EventChange['earlier'] }
export type PostingTicket = Pick<
  PostingChange,
  'entity' | 'userId' | 'entityId' | 'entityName' | 'isKeyed' | 'action'
>
export type NoteDraft = Pick<
  NoteChange,
  'entity' | 'userId' | 'entityId' | 'entityName' | 'isKeyed' | 'action' | 'about'
>
export type ContactDraft = Pick<
  QueuedContact,
  'entity' | 'userId' | 'entityId' | 'entityName' | 'isKeyed' | 'action'
>
export type VisitDraft = Pick<
  QueuedVisit,
  'entity' | 'userId' | 'entityId' | 'entityName' | 'isKeyed' | 'action'
>
export type ChangeDraft =
  | ListingChangeDraft
  | EventDraft
  | PostingTicket
  | NoteDraft
  | ContactDraft
  | VisitDraft

/** A change without its position in the queue (`seq`). */
export type UnplacedChange =
  | Omit<ListingChange, 'seq'>
  | Omit<EventChange, 'seq'>
  | Omit<PostingChange, 'seq'>
  | Omit<NoteChange, 'seq'>
  | Omit<QueuedContact, 'seq'>
  | Omit<QueuedVisit, 'seq'>

/** The fields of a new change that all kinds have, except those that say what it is about. */
export type FreshFields = Omit<
  UnplacedChange,
  | 'entity'
  | 'entityId'
  | 'action'
  | 'origin'
  | 'from'
  | 'baseVersion'
  | 'earlier'
  | 'ackedResult'
  | 'batch'
  | 'about'
>

/** Record data in the server's confirmation. */
export interface Confirmed {
  version: number | null
  /** Event data in the answer; null for a listing, and when the answer had none. */
  event: EventResult | null
  /** Whether a create without an answer was confirmed by an equal event in the server's list. */
  isFound: boolean
}

/** A change that needs a person, and the later changes of the same record. */
export type Stuck<Kind extends Change = Change> = readonly [Kind, ...Kind[]]
