import { CHANGE_FORMAT, type Change, type ListingChange } from '#src/domain/change.ts'
import { isWholeChange } from './stored-change-check.ts'

// Changes outlive builds. What an earlier build wrote is read as this build writes it; what a later one wrote, and what
// is damaged, is left alone: it stays in the store, unread and unsent, and does not hold up the rest.

/** A change as the first build stored it: there were listings only. */
type FirstFormat = Omit<ListingChange, 'entity' | 'entityId' | 'entityName' | 'isKeyed'> & {
  listingId: string
  listingName: string | null
}

/** A stored row as this build's change; null when it is a later build's or damaged. */
export function readStored(stored: Change): Change | null {
  if (!(stored.format <= CHANGE_FORMAT)) return null // no number is as unreadable as a later one
  const change = upcast(stored)
  return isWholeChange(change) ? change : null
}

function upcast(stored: Change): Change {
  if (stored.format === CHANGE_FORMAT) return stored
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
