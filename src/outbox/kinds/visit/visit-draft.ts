import type { QueuedVisit } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { listingOfVisits, type PropertyVisit, visitsOf } from '#src/domain/visit/visit.ts'
import type { VisitDraft } from '../change-draft.ts'

export interface MadeVisit {
  listing: Pick<Listing, 'id' | 'name'>
  visit: PropertyVisit
  /** The ids of its photos in the uploads database. */
  files?: readonly string[]
}

/** The same visit without its photos, as another change. */
export function withoutPhotos(userId: string, change: QueuedVisit): VisitDraft {
  const listing = { id: listingOfVisits(change.entityId), name: change.entityName }
  return visitDraftOf(userId, { listing, visit: change.action.visit })
}

/** Only servers with idempotency keys have the call. */
export function visitDraftOf(
  userId: string,
  { listing, visit, files = [] }: MadeVisit,
): VisitDraft {
  const entityId = visitsOf(listing.id)
  const action: VisitDraft['action'] =
    files.length > 0 ? { kind: 'visit-with-photos', visit, files } : { kind: 'visit', visit }
  return { entity: 'visit', userId, entityId, entityName: listing.name, action, isKeyed: true }
}
