import type { Session } from '#server/auth/sessions/session-service.ts'
import type { VersionMatch } from '#server/http/calls/version-match.ts'
import type { ListingWithOwner } from './listing-repository.ts'

/** What every change of a listing by an operator comes with. */
export interface ChangeOrder {
  listingId: string
  session: Pick<Session, 'userId' | 'deviceLabel'>
  /** The version that the operator saw; null if the client did not send it. */
  seen: VersionMatch | null
  idempotencyKey: string | undefined
  now: Date
}

export function auditEntryOf(
  { session, idempotencyKey, now }: ChangeOrder,
  listing: ListingWithOwner,
) {
  return {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    entity: 'listing',
    entity_id: listing.id,
    from_value: listing.status,
    idempotency_key: idempotencyKey ?? null,
  } as const
}
