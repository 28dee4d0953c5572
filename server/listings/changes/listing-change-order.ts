import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { VersionMatch } from '#server/platform/http/calls/version-match.ts'
import type { WantedChange } from './listing-change.ts'

/** What every change of a listing by an operator comes with. */
export interface ChangeOrder {
  listingId: string
  session: Pick<Session, 'userId' | 'deviceLabel'>
  /** The version that the operator saw; null if the client did not send it. */
  seen: VersionMatch | null
  idempotencyKey: string | undefined
  now: Date
}

/** The parts of a change that come from its order. */
export function toChange(
  { session: by, idempotencyKey: key, now }: ChangeOrder,
  kind: WantedChange['kind'],
) {
  return { kind, by, key, now }
}
