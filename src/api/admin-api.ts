import * as v from 'valibot'
import { onApiHost } from '#src/config/settings.ts'
import { DashboardSchema } from '#src/domain/dashboard.ts'
import { type HistoryEntry, HistoryEntrySchema } from '#src/domain/history.ts'
import { type Listing, ListingSchema } from '#src/domain/listing.ts'
import { LoanSchema, RevealedPanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { type ConditionalRead, call, callIfChanged, envelopeOf, listOf } from './http-client.ts'

// The operator's reads, one function per endpoint of section 7. Each throws ApiError.

const DashboardAnswer = envelopeOf(
  v.pipe(
    DashboardSchema,
    v.transform((read) => ({ ...read, listings: read.listings.map(withMedia) })),
  ),
)
const ListingsAnswer = envelopeOf(listOf(v.pipe(ListingSchema, v.transform(withMedia))))
const LoansAnswer = envelopeOf(listOf(v.pipe(LoanSchema, v.transform(withPicture))))
const MembersAnswer = envelopeOf(listOf(v.pipe(MemberSchema, v.transform(withPicture))))
const HistoryAnswer = envelopeOf(listOf(HistoryEntrySchema))
const RevealAnswer = envelopeOf(RevealedPanSchema)

/** GET /admin/dashboard-stats; null when unchanged. */
export function getDashboard(read: ConditionalRead) {
  return callIfChanged('/admin/dashboard-stats', DashboardAnswer, read)
}

/** GET /admin/properties, the whole list; null when unchanged. */
export function listListings(read: ConditionalRead) {
  return callIfChanged('/admin/properties', ListingsAnswer, read)
}

/** GET /admin/loan; null when unchanged. */
export function listLoans(read: ConditionalRead) {
  return callIfChanged('/admin/loan', LoansAnswer, read)
}

/** GET /admin/users; null when unchanged. */
export function listMembers(read: ConditionalRead) {
  return callIfChanged('/admin/users', MembersAnswer, read)
}

export type HistorySubject = 'properties' | 'users' | 'loan'

/** What happened to one listing, user or loan, newest first. A bare backend has none and answers 404. */
export function listHistory(
  subject: HistorySubject,
  id: string,
  signal?: AbortSignal,
): Promise<HistoryEntry[]> {
  return call(`/admin/${subject}/${encodeURIComponent(id)}/history`, HistoryAnswer, { signal })
}

/** POST /admin/loan/{id}/pan: the whole PAN number. Logged and limited by the server, never saved on the device. */
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
