import type { Listing } from '#src/domain/listing/listing.ts'
import { type PropertyVisit, visitsOf } from '#src/domain/visit/visit.ts'
import type { VisitDraft } from '../change-draft.ts'

export interface MadeVisit {
  listing: Pick<Listing, 'id' | 'name'>
  visit: PropertyVisit
  /** The ids of its photos in the uploads database. */
  files?: readonly string[]
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
