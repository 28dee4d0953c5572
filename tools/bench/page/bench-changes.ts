import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { newChange } from '#src/outbox/queue/change-rules.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

export type Decided = Pick<Listing, 'id' | 'name' | 'status' | 'version'>

/** A queued change that approves the listing. Each pair of `userId` and `seq` has its own idempotency key. */
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
  // The cast is safe: a Change has the fields that `newChange` returns, and `seq`.
  return { ...newChange(draft, `bench-${userId}-${seq}`, Date.now()), seq } as Change
}

/** Queues an approval of each listing. Writes to the database directly, because a thousand real decisions take minutes. */
export async function fillOutbox(
  database: OutboxDatabase,
  userId: string,
  listings: readonly Decided[],
): Promise<void> {
  await database.changes.bulkAdd(
    listings.map((listing, index) => makeApproval(listing, userId, index + 1)),
  )
}
