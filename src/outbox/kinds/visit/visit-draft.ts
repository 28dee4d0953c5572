import type { Listing } from '#src/domain/listing/listing.ts'
import { type PropertyVisit, visitsOf } from '#src/domain/visit/visit.ts'
import type { VisitDraft } from '../change-draft.ts'

export interface MadeVisit {
  listing: Pick<Listing, 'id' | 'name'>
  visit: PropertyVisit
}

/** Only servers with idempotency keys have the call. */
export function visitDraftOf(userId: string, { listing, visit }: MadeVisit): VisitDraft {
  const entityId = visitsOf(listing.id)
  const action = { kind: 'visit', visit } as const
  return { entity: 'visit', userId, entityId, entityName: listing.name, action, isKeyed: true }
}
