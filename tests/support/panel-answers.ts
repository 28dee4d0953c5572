import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import { FIRST_CHECKLIST } from '#src/domain/visit/checklist.ts'
import type { Responses } from './render-with-sync.tsx'
import { noAnswer, ok, refusal } from './scripted-answers.ts'

/** The call that changes a listing's status. */
export const DECIDE = 'PATCH /admin/properties/:id/status'

/** A pending listing as the API returns it. */
export function wireListing(overrides: Record<string, unknown> = {}) {
  return {
    _id: '65f1c0ffee1234567890abcd',
    version: 3,
    propertyName: 'Sea-view 3 BHK in Bandra West',
    propertyType: 'Apartment',
    saleType: 'Sell',
    bhkDetails: '3 BHK',
    createdAt: '2025-06-17T06:00:00.000Z',
    ownerDetails: { name: 'Asha Kulkarni' },
    city: 'Mumbai',
    pincode: '400050',
    furnishingType: 'Furnished',
    propertyPrice: 72_500_000,
    status: 'pending',
    auctionDetails: null,
    ...overrides,
  }
}

/** The claim of a listing as the API returns it, by default of the signed-in person. */
export function wireClaim(listingId: string, overrides: Partial<ListingClaim> = {}): ListingClaim {
  return {
    listingId,
    fence: 1,
    personId: 'operator-1',
    name: 'Asha Rao',
    since: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + 540_000).toISOString(),
    heldUntil: null,
    holdReason: null,
    origin: 'opened',
    fromId: null,
    fromName: null,
    note: '',
    hasUnsavedText: false,
    batchId: null,
    ...overrides,
  }
}

/** The id in /admin/claims/{id}. */
function idOfPath({ url }: Request): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** Two active reasons for rejections and a retired one, as the API returns them. */
export const WIRE_REASONS = [
  reason('photos', 'Photos missing or unclear', 'Add clear photos of the rooms.'),
  reason('price', 'Price implausible', 'Check the price.'),
  { ...reason('old', 'Old reason', 'Nobody gives this.'), isActive: false },
]

function reason(code: string, label: string, sentence: string) {
  const [changesNeeded, isUsed] = [code === 'photos', code !== 'price']
  return { code, label, sentence, field: null, changesNeeded, isActive: true, isUsed }
}

/** The list of reasons, with the rule whether a rejection needs one. */
export function listReasons(isReasonRequired: boolean, reasons: object[] = WIRE_REASONS) {
  return ok(reasons, { meta: { version: 'v1', isReasonRequired } })
}

/** The working hours of a new installation. */
export const REVIEW_RULES = ok(
  { ...FIRST_CALENDAR, dueHours: 8, order: 'resubmission', checklist: FIRST_CHECKLIST },
  { meta: { version: '0' } },
)

/** Responses to the calls of the operator's panel: `listings`, sample figures and reasons, no users or loans. */
export function panelAnswers(listings: object[] = [wireListing()]): Responses {
  return {
    'GET /admin/dashboard-stats': ok({
      totalProperties: listings.length,
      boostedProperties: 2,
      totalRevenue: 125_000,
      totalUsers: 3,
      chartData: [],
      properties: listings,
      lastTransactions: [],
    }),
    'GET /admin/properties': ok(listings),
    'GET /admin/reasons': listReasons(false),
    'GET /admin/review-rules': REVIEW_RULES,
    'GET /admin/properties/:id/posting': refusal(404),
    'GET /admin/properties/:id/notes': ok([]),
    'GET /admin/users/:id/notes': ok([]),
    'GET /admin/properties/:id/history': ok([]),
    'GET /admin/users/:id/history': ok([]),
    'GET /admin/users/:id/deletion': ok(null),
    'GET /admin/loan/:id/history': ok([]),
    'GET /admin/mentions': ok({ mentions: [], unread: 0, nextCursor: null }),
    'GET /admin/note-readers': ok([]),
    'GET /admin/claims': ok([]),
    'POST /admin/claims/:id': (request) =>
      Response.json({ success: true, data: wireClaim(idOfPath(request)) }),
    'DELETE /admin/claims/:id': ok(),
    'GET /admin/saved-views': ok([]),
    'GET /admin/users': ok([]),
    'GET /admin/loan': ok([]),
    'POST /auth/logout': ok(),
    'GET /healthz': { status: 'ok' },
  }
}

/** Refuses a decision about this listing, because another device has rejected the listing meanwhile. */
export function conflictOf(listing: object) {
  const current = { ...listing, status: 'rejected', version: 4 }
  const data = { current, device: 'Office laptop' }
  return refusal(412, { error: 'Changed elsewhere', code: 'version-conflict', data })
}

/** Fails the request that probes the server, so that no change is sent, and the request for the list of events. */
export const NO_NETWORK = {
  'GET /healthz': noAnswer,
  'GET /events/user': noAnswer,
}
