import type { Kysely } from 'kysely'
import {
  listExpiredIds,
  removeRegistrations,
} from '#server/accounts/people/registration-repository.ts'
import { removeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { forgetIdempotencyRecordsOf } from '#server/platform/idempotency/idempotency-service.ts'
import type { PersonalParts } from '#server/platform/personal-tables/personal-table.ts'

// Ends registrations that were not verified. Their sessions, codes, idempotency records and what other parts of the server
// stored of them, such as events, are deleted too.

const AT_ONCE = 50 // registrations per transaction; each has at most 64 KB of events, so other writers hardly wait

export async function endRegistrations(
  trx: Kysely<Tables>,
  ids: readonly string[],
  { registrationRows }: Pick<PersonalParts, 'registrationRows'>,
): Promise<void> {
  if (ids.length === 0) return
  await removeSessionsOf(trx, ids)
  for (const forget of registrationRows) await forget(trx, ids)
  await forgetIdempotencyRecordsOf(trx, ids)
  await removeRegistrations(trx, ids)
}

/** Ends all expired registrations in batches. Returns how many. */
export async function endExpiredRegistrations(
  db: Kysely<Tables>,
  now: Date,
  parts: PersonalParts,
): Promise<number> {
  let ended = 0
  for (;;) {
    const some = await db.transaction().execute(async (trx) => {
      const ids = await listExpiredIds(trx, now.toISOString(), AT_ONCE)
      await endRegistrations(trx, ids, parts)
      return ids.length
    })
    ended += some
    if (some < AT_ONCE) return ended
  }
}
