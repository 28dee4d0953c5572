import fc from 'fast-check'
import { DEALS, KINDS } from '#src/domain/posting/posting-fields.ts'
import { STAFF_ROLES } from '#src/domain/team/permission.ts'
import { REGISTRATION } from '#tests/server/auth/end-user-calls.ts'
import { VISIT } from '#tests/server/events/event-calls.ts'
import { EMAIL_LIST, KNOWN_IDS } from './fuzz-market.ts'
import { hostileText } from './hostile-values.ts'

// Generators of valid bodies for each route. If a route with a body is missing, fuzz-campaign.test.ts fails.

type Shape = fc.Arbitrary<Record<string, unknown>>

const NO_LINK = 'x'.repeat(43)
const email = fc.constantFrom(...EMAIL_LIST)
const password = fc.constantFrom('a long member password', 'not the right one')
const code = fc.integer({ min: 0, max: 999_999 }).map((one) => String(one).padStart(6, '0'))
const event: Shape = fc.record(
  {
    title: fc.constantFrom(VISIT.title, 'Open house', null),
    kind: fc.constantFrom('open-house', 'auction-day', 'other', null),
    startsAt: fc.constant(VISIT.startsAt),
    endsAt: fc.constantFrom(VISIT.endsAt, null),
    place: fc.constant(VISIT.place),
    note: fc.constant(VISIT.note),
    guests: fc.array(fc.string(), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

const posting: Shape = fc.record(
  {
    deal: fc.constantFrom(...DEALS, null),
    kind: fc.constantFrom(...KINDS),
    title: fc.constantFrom('Sunlit 2 BHK', '', null),
    description: fc.string({ maxLength: 60 }),
    city: fc.constantFrom('Pune', null),
    locality: fc.constant('Baner'),
    pincode: fc.constantFrom('411045', '0', ''),
    area: fc.constantFrom(980, 1, 0.5, null),
    bhk: fc.integer({ min: 0, max: 9 }),
    rent: fc.constant(32_000),
    price: fc.constantFrom(4_500_000, 1),
    auctionEndsAt: fc.constantFrom(VISIT.startsAt, null),
    availableFrom: fc.constantFrom('2025-10-01', null),
    media: fc.array(fc.constant('a'.repeat(24)), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

const business = fc.record({
  email,
  fullName: fc.constantFrom('Asha Estates', 'Ravi'),
  phoneNumber: fc.constantFrom('98765 43210', null),
})
const mapping = fc.record(
  { reference: fc.constantFrom(0, 1), city: fc.integer({ min: -1, max: 300 }) },
  { requiredKeys: [] },
)

/** A browser's response in a passkey ceremony. */
const assertion: Shape = fc.record({
  id: fc.string(),
  rawId: fc.string(),
  type: fc.constant('public-key'),
  response: fc.record({
    clientDataJSON: fc.constantFrom('e30', 'eyJjaGFsbGVuZ2UiOiJ4In0', 'not JSON'),
    authenticatorData: fc.string(),
    signature: fc.string(),
    attestationObject: fc.string(),
  }),
})

/** The public key of a push subscription: a point of P-256. */
const PUSH_KEY =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

/** Generators of valid bodies by route; null for a route without a body. */
export const BODY_SHAPES: Readonly<Record<string, Shape | null>> = {
  'POST /api/auth/register': fc.record({
    fullName: fc.constant(REGISTRATION.fullName),
    email: fc.oneof(email, fc.emailAddress()),
    phoneNumber: fc.constantFrom(REGISTRATION.phoneNumber, '+91 91234 56789'),
    password: fc.constant(REGISTRATION.password),
    isAdult: fc.constant(true),
  }),
  'POST /api/auth/login': fc.record({
    email,
    password,
  }),
  'POST /api/auth/verify-otp': fc.record({ email, otp: code }),
  'POST /api/auth/resend-otp': fc.record({ email }),
  'POST /api/auth/logout': null,
  'POST /api/auth/read-link': fc.record({
    kind: fc.constantFrom('invitation', 'reset'),
    token: fc.constant(NO_LINK),
  }),
  'POST /api/auth/join': fc.record({
    token: fc.constant(NO_LINK),
    fullName: fc.constant(REGISTRATION.fullName),
    password: fc.constant(REGISTRATION.password),
  }),
  'POST /api/auth/forgot-password': fc.record({ email }),
  'POST /api/auth/reset-password': fc.record({
    token: fc.constant(NO_LINK),
    password: fc.constant(REGISTRATION.password),
  }),
  'POST /api/auth/confirm': fc.record({ password }),
  'POST /api/auth/password': fc.record({
    password,
    newPassword: fc.constantFrom('nine purple elephants', 'short'),
  }),
  'PATCH /api/auth/account': fc.record(
    {
      fullName: fc.constantFrom('Meera Iyer', ' ', 'x'.repeat(101)),
      phoneNumber: fc.constantFrom('98765 43210', '12', null),
    },
    { requiredKeys: [] },
  ),
  'POST /api/auth/export': null,
  'POST /api/auth/email': fc.record({ password, email }),
  'POST /api/auth/email/verify': fc.record({ otp: code }),
  'POST /api/auth/deletion': fc.record({ withdrawsConsent: fc.boolean() }),
  'POST /api/auth/deletion/cancellation': fc.record(
    { isAdult: fc.constant(true) },
    { requiredKeys: [] },
  ),
  'POST /api/auth/second-factor': fc.record({ challenge: fc.constant(NO_LINK), code }),
  'POST /api/auth/second-factor/setup': fc.record({ password }),
  'POST /api/auth/second-factor/confirm': fc.record({ code }),
  'POST /api/auth/second-factor/recovery-codes': fc.record({ password }),
  'POST /api/auth/second-factor/removal': fc.record({ password }),
  'POST /api/auth/second-factor/enrolment': fc.record({ challenge: fc.constant(NO_LINK) }),
  'POST /api/auth/second-factor/enrolment/confirm': fc.record({
    challenge: fc.constant(NO_LINK),
    code,
  }),
  'POST /api/auth/passkey': fc.record({ response: assertion }),
  'POST /api/auth/passkey/options': null,
  'POST /api/auth/confirm/options': null,
  'POST /api/auth/passkeys/options': null,
  'POST /api/auth/passkeys': fc.record({ name: fc.string(), response: assertion }),
  'PATCH /api/auth/passkeys/:id': fc.record({ name: fc.string() }),
  'POST /api/events/create': event,
  'PUT /api/events/:id': event,
  'PUT /api/account/listings/:id': posting,
  'POST /api/account/listings/:id/submit': null,
  'POST /api/account/listings/:id/withdraw': null,
  'POST /api/account/listings/:id/sold': null,
  'POST /api/account/listings/:id/renew': null,
  'POST /api/account/listings/:id/media': fc.record({ upload: fc.constant('a'.repeat(32)) }),
  'POST /api/account/uploads': null,
  'PATCH /api/account/uploads/:id': null,
  'POST /api/account/messages/read': fc.record({
    upTo: fc.constantFrom('a'.repeat(24), '', 'x'.repeat(25)),
  }),
  'POST /api/account/messages/:id/read': null,
  'PUT /api/account/push': fc.record({
    endpoint: fc.constantFrom(
      'https://push.example.com/send/1',
      'http://push.example.com',
      'https://127.0.0.1:8443/',
      'no address',
    ),
    keys: fc.record({
      p256dh: fc.constantFrom(PUSH_KEY, 'A'.repeat(87), ''),
      auth: fc.constantFrom('tBHItJI5svbpez7KI4CCXg', 'short'),
    }),
  }),
  'POST /api/admin/staff/invitations': fc.record({
    email: fc.oneof(email, fc.emailAddress()),
    role: fc.constantFrom(...STAFF_ROLES),
  }),
  'POST /api/admin/staff/invitations/:id/resend': null,
  'POST /api/admin/users/:id/export-offer': null,
  'PATCH /api/admin/staff/:id/role': fc.record({ role: fc.constantFrom(...STAFF_ROLES) }),
  'PATCH /api/admin/staff/:id/suspension': fc.record({ isSuspended: fc.boolean() }),
  'PATCH /api/admin/factor-rules': fc.record({
    role: fc.constantFrom(...STAFF_ROLES),
    isRequired: fc.boolean(),
  }),
  'POST /api/import/listings': fc.record({
    listings: fc.array(
      posting.map((draft) => ({ reference: 'one', ...draft })),
      { maxLength: 2 },
    ),
  }),
  'POST /api/views': fc.record({
    listing: fc.constantFrom(...KNOWN_IDS, 'none'),
    device: fc.constantFrom('a'.repeat(16), '0b9d5c2e-6f1a-4e0f-9c37-2a8f4d1b7e65', 'short'),
  }),
  'POST /api/admin/webhooks': fc.record({
    address: fc.constantFrom('https://hooks.example.com/', 'https://10.0.0.1/', 'x'),
    events: fc.constantFrom(['listing.decided'], []),
  }),
  'PATCH /api/admin/webhooks/:id': fc.record({ events: fc.constantFrom(['listing.deleted'], []) }),
  'POST /api/admin/demonstration': null,
  'POST /api/admin/webhooks/:id/rotation': null,
  'POST /api/admin/webhooks/:id/pause': null,
  'POST /api/admin/webhooks/:id/resume': null,
  'POST /api/admin/webhooks/:id/test': null,
  'POST /api/admin/webhook-deliveries/:id/replay': null,
  'POST /api/admin/api-keys': fc.record({
    name: fc.constantFrom('Site of Asha', 'x'),
    business,
    expiresInDays: fc.constantFrom(null, 30, 365),
  }),
  // The route accepts any bytes as a file. It reads this JSON as a CSV file that has only a header row.
  'POST /api/admin/imports': fc.record({ ref: fc.constant('city') }),
  'POST /api/admin/imports/:id/check': fc.record({ mapping }),
  'POST /api/admin/imports/:id/start': fc.record({ mapping, business }),
  'PATCH /api/admin/properties/:id/status': fc.record({
    status: fc.constantFrom('pending', 'approved', 'rejected'),
  }),
  'PUT /api/admin/properties/:id/reason': fc.record({
    changeKey: fc.constantFrom('key-of-a-change-0001', 'key-of-a-change-0002'),
    code: fc.constantFrom('photos', 'other', 'weather'),
    note: fc.string({ maxLength: 500 }),
    changesNeeded: fc.boolean(),
  }),
  'PUT /api/admin/reasons': fc.record({
    reasons: fc.uniqueArray(
      fc.record({
        code: fc.constantFrom('photos', 'price', 'other', 'new-one'),
        label: fc.constantFrom('Photos', 'Price'),
        sentence: fc.constantFrom('Add photos.', 'Check the price.'),
        field: fc.constantFrom('photos', 'price', null),
        isActive: fc.boolean(),
      }),
      { selector: ({ code }) => code },
    ),
  }),
  'POST /api/admin/users/:id/deletion': null,
  'POST /api/admin/loan/:id/pan': null,
}

const queryName = fc.constantFrom(
  ...['limit', 'cursor', 'since', 'q', 'status', 'saleType', 'sort', '__proto__', 'limit[]', ''],
)
const queryValue = fc.oneof(
  fc.constantFrom('1', '500', '501', '0', '-1', '1.5', 'approved', 'Sell', 'a'.repeat(1900)),
  hostileText,
)

export const query = fc.array(fc.tuple(queryName, queryValue), { maxLength: 3 })

const headerName = fc.constantFrom(
  ...['If-Match', 'If-None-Match', 'Idempotency-Key', 'Content-Type', 'Accept', 'Accept-Encoding'],
  ...['Authorization', 'Range', 'If-Range', 'If-Modified-Since', 'Origin', 'Sec-Fetch-Site'],
  ...['X-Forwarded-For', 'X-Forwarded-Proto', 'User-Agent', 'X-HTTP-Method-Override', 'Cookie'],
)
const headerValue = fc.oneof(
  fc.constantFrom('"1"', '"2"', 'W/"1"', '*', 'key-of-a-change-0001', 'key-of-a-change-0002'),
  fc.constantFrom('application/json', 'text/plain', 'bytes=0-', 'bytes=5-2', 'br', 'cross-site'),
  fc.constantFrom('Bearer ', `Bearer ${'x'.repeat(43)}`, 'Basic YTpi', 'DELETE', '127.0.0.1'),
  hostileText,
)

/** Headers with values that HTTP allows. */
export const headers = fc.array(
  fc.tuple(
    headerName,
    headerValue.filter((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)),
  ),
  { maxLength: 3 },
)
