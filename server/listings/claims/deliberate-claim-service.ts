// What a person does with a claim on purpose. Each is in the history of the listing.

import type { Kysely } from 'kysely'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { HAND_OVER_HOURS, type ListingClaim, MOST_HOLD_DAYS } from '#src/domain/claim/claim.ts'
import type { WantedHandOver, WantedHold } from '#src/domain/claim/claim-schemas.ts'
import { changeOwnClaim, takeClaim } from './claim-repository.ts'
import {
  type ClaimOrder,
  findLiveClaim,
  leaseOf,
  listDeciders,
  openListing,
} from './claim-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Claims the listing until a time, whether it is open or not. Signing out does not end it, because it tells the others that
 * the listing waits for somebody else. @throws ServerError 400 for a time that is over or too far, and those of `openListing`
 */
export async function holdListing(
  trx: Kysely<Tables>,
  order: ClaimOrder,
  { until, reason }: WantedHold,
): Promise<ListingClaim> {
  requireHoldable(until, order.now)
  await openListing(trx, order)
  const { expiresAt } = leaseOf(order)
  await change(trx, order, {
    device_id: null,
    expires_at: until > expiresAt ? until : expiresAt,
    held_until: until,
    hold_reason: reason,
    batch_id: null,
  })
  await audit(trx, order, { action: 'hold', from: null, to: until })
  return getLiveClaim(trx, order)
}

/** Gives a held or handed-over listing back to the queue. Succeeds if the claim is over. */
export async function giveBack(
  trx: Kysely<Tables>,
  { listingId, session, now }: ClaimOrder,
): Promise<void> {
  const at = now.toISOString()
  const own = { listingId, personId: session.userId, now: at }
  await changeOwnClaim(trx, own, {
    expires_at: at,
    held_until: null,
    hold_reason: null,
    batch_id: null,
  })
}

/**
 * Claims the listing for another person, until they open it, for at most HAND_OVER_HOURS.
 * @throws ServerError 400 for oneself, 409 if the person may not decide, and those of `openListing`
 */
export async function handOver(
  trx: Kysely<Tables>,
  order: ClaimOrder,
  { personId, note }: WantedHandOver,
): Promise<ListingClaim> {
  const { session, now } = order
  if (personId === session.userId)
    throw new ServerError(400, 'invalid-input', 'Hand it over to somebody else.', {
      fields: { personId: 'Choose somebody else.' },
    })
  const deciders = await listDeciders(trx)
  if (!deciders.some(({ id }) => id === personId))
    throw new ServerError(
      409,
      'cannot-decide',
      'This person does not decide about listings. Choose somebody else.',
    )
  const own = await openListing(trx, order)
  const end = new Date(now.getTime() + HAND_OVER_HOURS * HOUR_MS).toISOString()
  await change(trx, order, {
    person_id: personId,
    device_id: null,
    fence: own.fence + 1,
    claimed_at: now.toISOString(),
    expires_at: end,
    held_until: end,
    hold_reason: null,
    origin: 'handed-over',
    from_person_id: session.userId,
    note,
    has_unsaved_text: 0,
    batch_id: null,
  })
  await audit(trx, order, { action: 'hand-over', from: null, to: personId })
  return getLiveClaim(trx, order)
}

/**
 * Takes the listing from the person whose claim has this fence. The caller has seen that claim and confirmed it: if it is
 * another one meanwhile, nothing is taken. A claim that is over needs no taking.
 * @throws ServerError 404, or 409 with the claim of another person
 */
export async function takeOver(
  trx: Kysely<Tables>,
  order: ClaimOrder,
  fence: number,
): Promise<ListingClaim> {
  const taken = await takeClaim(trx, { ...leaseOf(order), fence })
  if (!taken) return openListing(trx, order)
  await audit(trx, order, { action: 'take-over', from: taken.fromId, to: null })
  return getLiveClaim(trx, order)
}

/** A claim that was just written. */
async function getLiveClaim(
  trx: Kysely<Tables>,
  { listingId, now }: ClaimOrder,
): Promise<ListingClaim> {
  const claim = await findLiveClaim(trx, listingId, now)
  if (!claim) throw new Error('a claim that was just written is alive')
  return claim
}

async function change(
  trx: Kysely<Tables>,
  { listingId, session, now }: ClaimOrder,
  values: Parameters<typeof changeOwnClaim>[2],
): Promise<void> {
  const own = { listingId, personId: session.userId, now: now.toISOString() }
  if (!(await changeOwnClaim(trx, own, values)))
    throw new Error('a claim that was just opened is alive')
}

function requireHoldable(until: string, now: Date): void {
  const wrong =
    Date.parse(until) <= now.getTime()
      ? 'This time is over already.'
      : Date.parse(until) > now.getTime() + MOST_HOLD_DAYS * DAY_MS
        ? `A listing can be held for at most ${MOST_HOLD_DAYS} days.`
        : null
  if (wrong) throw new ServerError(400, 'bad-time', wrong, { fields: { until: wrong } })
}

/** Only what a person did on purpose is in the history. The log has ids of people, and neither notes nor reasons. */
async function audit(
  trx: Kysely<Tables>,
  { listingId, session, now }: ClaimOrder,
  { action, from, to }: { action: AuditRow['action']; from: string | null; to: string | null },
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    action,
    entity: 'listing',
    entity_id: listingId,
    from_value: from,
    to_value: to,
    idempotency_key: null,
  })
}
