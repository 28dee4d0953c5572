import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { CacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { cacheEntryKey } from '#src/query-cache/cached-reads.ts'
import { readAckedBefore } from '#src/query-cache/copied-confirmation.ts'
import { EVENTS_READ, LISTING_READS, savedReadKey } from '#src/query-cache/saved-read-key.ts'

/**
 * Deletes confirmed changes once every saved copy that the outbox overlays includes them. Until then, the overlay
 * applies them to the copies, so that an offline start does not show a decision as undone.
 */
export async function pruneAcked(
  userId: string,
  cacheEntries: CacheEntryStore,
  outbox: OutboxStore,
): Promise<void> {
  // Ignores reads without a copy: an operator has no copy of events, and an end user has none of listings.
  const reads = [...LISTING_READS, EVENTS_READ]
  const keys = reads.map((name) => cacheEntryKey(savedReadKey(userId, name)))
  const headers = await Promise.all(keys.map((key) => cacheEntries.findHeader(key)))
  const seen = headers.flatMap((header) => (header ? [readAckedBefore(header)] : []))
  const oldest = Math.min(...seen, Number.POSITIVE_INFINITY)
  const changes = await outbox.listChanges(userId)
  const caughtUp = changes.filter(({ ackedAs }) => ackedAs !== null && ackedAs <= oldest)
  if (caughtUp.length > 0) await outbox.removeAcked(caughtUp.map(({ seq }) => seq))
}
