// Who reviews which listing. A claim keeps two reviewers from opening the same listing; it never stops a decision. All
// times are of the server's clock. Rights count in the writing transaction, where these functions run.

import type { Kysely } from 'kysely'
import { type Session, sessionHashOf } from '#server/accounts/sessions/session-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { CLAIM_MINUTES, type ListingClaim } from '#src/domain/claim/claim.ts'
import { ENDED_CLAIM_DAYS } from '#src/domain/retention.ts'
import { emptyClaimsUntil, leaveClaim, openClaim } from './claim-repository.ts'
import {
  type LiveClaimRow,
  listColleagueNames,
  listDeciderRows,
  selectLiveClaims,
} from './live-claims.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NAMELESS = 'A colleague'

/** Who calls about which listing. */
export interface ClaimOrder {
  listingId: string
  session: Session
  now: Date
}

/** All claims that are alive. The reader knows which are their own by `personId`. */
export async function listLiveClaims(db: Kysely<Tables>, now: Date): Promise<ListingClaim[]> {
  const rows = await selectLiveClaims(db, now.toISOString()).execute()
  return rows.map((row) => toClaim(row, now))
}

/** The people to whom a listing can be handed over. */
export function listDeciders(db: Kysely<Tables>) {
  return listDeciderRows(db)
}

/**
 * Claims a listing for CLAIM_MINUTES, or renews the person's claim.
 * @throws ServerError 404 for a listing that is not on the list, 409 with the claim of another person
 */
export async function openListing(
  trx: Kysely<Tables>,
  { listingId, session, now }: ClaimOrder,
  hasUnsavedText = false,
): Promise<ListingClaim> {
  const opened = await openClaim(trx, {
    ...leaseOf({ listingId, session, now }),
    hasUnsavedText,
  })
  const claim = await findLiveClaim(trx, listingId, now)
  if (opened && claim) return claim
  if (claim) throw claimedBy(claim)
  throw noSuchListing()
}

/** The person leaves the listing. What they hold stays. Succeeds if the claim is over. */
export async function leaveListing(
  trx: Kysely<Tables>,
  { listingId, session, now }: ClaimOrder,
  fences: readonly number[] | null,
): Promise<void> {
  const own = { listingId, personId: session.userId, now: now.toISOString() }
  await leaveClaim(trx, own, fences)
}

/** Names people in the history of a listing. */
export async function nameColleagues(db: Kysely<Tables>): Promise<(id: string) => string> {
  const names = await listColleagueNames(db)
  return (id) => names.get(id) ?? 'a former colleague'
}

/** Forgets who had the claims that have ended, after ENDED_CLAIM_DAYS. */
export async function emptyEndedClaims(db: Kysely<Tables>, now: Date): Promise<void> {
  await emptyClaimsUntil(db, new Date(now.getTime() - ENDED_CLAIM_DAYS * DAY_MS).toISOString())
}

/** A claim of the caller, from now on. */
export function leaseOf({ listingId, session, now }: ClaimOrder) {
  return {
    listingId,
    personId: session.userId,
    deviceId: sessionHashOf(session),
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS).toISOString(),
  }
}

export async function findLiveClaim(
  db: Kysely<Tables>,
  listingId: string,
  now: Date,
): Promise<ListingClaim | null> {
  const row = await selectLiveClaims(db, now.toISOString())
    .where('claims.listing_id', '=', listingId)
    .executeTakeFirst()
  return row ? toClaim(row, now) : null
}

function claimedBy({ personId, name, since, until, fence }: ListingClaim): ServerError {
  const who = name ?? NAMELESS
  return new ServerError(409, 'claimed', `${who} is reviewing this listing.`, {
    data: { personId, name: who, since, until, fence: String(fence) },
  })
}

function noSuchListing(): ServerError {
  return new ServerError(404, 'not-found', 'This listing does not exist.')
}

function toClaim(
  { heldUntil, holdReason, hasUnsavedText, batchId, ...row }: LiveClaimRow,
  now: Date,
): ListingClaim {
  const isHeld = heldUntil !== null && heldUntil > now.toISOString()
  return {
    ...row,
    heldUntil: isHeld ? heldUntil : null,
    holdReason: isHeld ? holdReason : null,
    hasUnsavedText: hasUnsavedText === 1,
    batchId: isHeld ? batchId : null,
  }
}
