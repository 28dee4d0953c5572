import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { insertMessage } from './message-repository.ts'

export interface Delay {
  listingId: string
  ownerId: string
  title: string | null
  /** By when four fifths of such submissions are decided now. */
  by: string
  now: Date
}

/** Prepares the message that a review takes much longer than its seller was told. It is due at once, in the caller's transaction. */
export async function announceDelay(
  trx: Kysely<Tables>,
  { listingId, ownerId, title, by, now }: Delay,
): Promise<void> {
  const at = now.toISOString()
  await insertMessage(trx, {
    id: makeRecordId(now),
    user_id: ownerId,
    listing_id: listingId,
    change_key: null,
    status: 'delayed',
    from_status: null,
    title,
    decided_at: at,
    due_at: at,
    left_at: null,
    read_at: null,
    reason_code: null,
    sentence: null,
    note: null,
    changes_needed: null,
    grievance_id: null,
    expected_by: by,
  })
}
