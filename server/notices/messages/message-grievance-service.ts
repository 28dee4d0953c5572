import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { GrievanceRow } from '#server/platform/database/rows/grievance-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { insertMessage } from './message-repository.ts'

/**
 * Prepares the acknowledgement of a grievance, or its answer: a mail, and a message in the inbox of a sender with an
 * account. It is due at once, in the caller's transaction. Prepares nothing for a visitor without an e-mail address.
 */
export async function announceGrievance(
  trx: Kysely<Tables>,
  { id, user_id, email, number }: Pick<GrievanceRow, 'id' | 'user_id' | 'email' | 'number'>,
  status: 'received' | 'answered',
  now: Date,
): Promise<void> {
  if (user_id === null && email === null) return
  const at = now.toISOString()
  await insertMessage(trx, {
    id: makeRecordId(now),
    user_id,
    listing_id: null,
    change_key: null,
    status,
    from_status: null,
    title: number,
    decided_at: at,
    due_at: at,
    left_at: null,
    // The sender has just read on the screen that it has arrived.
    read_at: status === 'received' ? at : null,
    reason_code: null,
    sentence: null,
    note: null,
    changes_needed: null,
    grievance_id: id,
    expected_by: null,
  })
}
