import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { newChange } from '#src/outbox/queue/change-rules.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

export type Decided = Pick<Listing, 'id' | 'name' | 'status' | 'version'>

/** The change that approving a listing leaves in the queue; the key is unique among one call's. */
export function makeApproval(listing: Decided, userId: string, seq: number): Change {
  const draft = {
    entity: 'listing',
    userId,
    entityId: listing.id,
    entityName: listing.name,
    isKeyed: true,
    action: { kind: 'status', to: 'approved' },
    origin: 'table',
    from: listing.status,
    baseVersion: listing.version,
  } as const
  return { ...newChange(draft, `bench-${userId}-${seq}`, Date.now()), seq } as Change // the same kind with a place
}

/** A queue as a day in the field leaves it, at once: deciding a thousand times takes minutes. */
export async function fillOutbox(
  database: OutboxDatabase,
  userId: string,
  listings: readonly Decided[],
): Promise<void> {
  await database.changes.bulkAdd(
    listings.map((listing, index) => makeApproval(listing, userId, index + 1)),
  )
}
