import { CHANGE_FORMAT, type Change, type ListingChange } from '#src/domain/change.ts'

// Changes outlive builds. What an earlier build wrote is read as this build writes it; what a later one wrote is left
// alone: it stays in the store, unread and unsent, until that build is back.

/** A change as the first build stored it: there were listings only. */
type FirstFormat = Omit<ListingChange, 'entity' | 'entityId' | 'entityName' | 'isKeyed'> & {
  listingId: string
  listingName: string | null
}

export function isReadable(stored: { format: number }): boolean {
  return stored.format <= CHANGE_FORMAT
}

export function upcast(stored: Change): Change {
  if (stored.format >= CHANGE_FORMAT) return stored
  const { listingId, listingName, ...rest } = stored as unknown as FirstFormat // what that build wrote
  return {
    ...rest,
    format: CHANGE_FORMAT,
    entity: 'listing',
    entityId: listingId,
    entityName: listingName,
    isKeyed: rest.baseVersion !== null,
  }
}
