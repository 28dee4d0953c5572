import * as v from 'valibot'
import { onApiHost } from '#src/config/settings.ts'
import { DashboardSchema } from '#src/domain/dashboard.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import type { ListingDelta } from '#src/domain/listing/listing-delta.ts'
import { LoanSchema, RevealedPanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { shareStrings } from '#src/domain/shared-strings.ts'
import { type Rights, RightsSchema } from '#src/domain/team/rights.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import {
  type ChangedAnswer,
  type ConditionalRead,
  call,
  callArriving,
  callIfChanged,
  type DeltaRead,
  type FirstRead,
} from './http-client.ts'

// The operator's reads (specification, section 7), and our server's calls for rights and PAN numbers. Each call throws
// ApiError.

const DashboardAnswer = envelopeOf(
  v.pipe(
    DashboardSchema,
    v.transform((read) => ({ ...read, listings: shareStrings(read.listings.map(withMedia)) })),
  ),
)
const ListingRows = listOf(v.pipe(ListingSchema, v.transform(withMedia)))
const ListingsAnswer = envelopeOf(ListingRows)
const ListingDeltaAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: v.array(v.unknown()),
    removed: v.optional(v.array(v.string())),
  }),
  v.transform(({ data, removed }): ListingDelta | null => {
    const rows = data.flatMap((wire) => {
      const read = v.safeParse(ListingSchema, wire)
      return read.success ? [withMedia(read.output)] : []
    })
    // Null makes the caller load the whole list: if the backend has no deltas (it sends no `removed`), or if a row is
    // invalid, because its listing would stay outdated in the cache.
    return removed && rows.length === data.length ? { rows, removed } : null
  }),
)
const LoansAnswer = envelopeOf(listOf(v.pipe(LoanSchema, v.transform(withPicture))))
const MembersAnswer = envelopeOf(listOf(v.pipe(MemberSchema, v.transform(withPicture))))
const MeAnswer = envelopeOf(RightsSchema)
const RevealAnswer = envelopeOf(RevealedPanSchema)

/** GET /admin/me: what the caller may do. A bare backend has no such call. */
export function getMe(): Promise<Rights> {
  return call('/admin/me', MeAnswer)
}

/** GET /admin/dashboard-stats; null when unchanged. */
export function getDashboard(read: ConditionalRead) {
  return callIfChanged('/admin/dashboard-stats', DashboardAnswer, read)
}

/** GET /admin/properties, the whole list; null when unchanged. `onRows` receives the rows while they arrive. */
export function listListings({ onRows, ...read }: FirstRead<readonly Listing[]>) {
  const path = '/admin/properties'
  if (onRows) return callArriving(path, ListingRows, { ...read, onRows })
  return callIfChanged(path, ListingsAnswer, read)
}

/**
 * GET /admin/properties?since=...; null when unchanged. `data` is null when the whole list must be loaded instead. The
 * server answers 410 to a cursor that is too old, or from before the restore of a backup.
 */
export async function listListingChanges({
  since,
  ...read
}: DeltaRead): Promise<ChangedAnswer<ListingDelta | null> | null> {
  const path = `/admin/properties?since=${encodeURIComponent(since)}`
  const answer = await callIfChanged(path, ListingDeltaAnswer, read)
  return answer && { ...answer, data: answer.cursor === null ? null : answer.data }
}

/** GET /admin/loan; null when unchanged. */
export function listLoans(read: ConditionalRead) {
  return callIfChanged('/admin/loan', LoansAnswer, read)
}

/** GET /admin/users; null when unchanged. */
export function listMembers(read: ConditionalRead) {
  return callIfChanged('/admin/users', MembersAnswer, read)
}

/** POST /admin/loan/{id}/pan: the whole PAN number. The server logs and limits calls. Never stored on the device. */
export async function revealPan(loanId: string): Promise<string> {
  const path = `/admin/loan/${encodeURIComponent(loanId)}/pan`
  return (await call(path, RevealAnswer, { method: 'POST', body: {} })).panNumber
}

function withMedia(listing: Listing): Listing {
  return {
    ...listing,
    videoUrl: onApiHost(listing.videoUrl),
    posterUrl: onApiHost(listing.posterUrl),
  }
}

function withPicture<Person extends { pictureUrl: string | null }>(person: Person): Person {
  return { ...person, pictureUrl: onApiHost(person.pictureUrl) }
}
