import type { Insertable } from 'kysely'
import { NEVER_SUBMITTED } from '#server/platform/database/listing-record.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

// A database with two people, each with rows in every table that can contain personal data.

export const AT = '2025-09-17T06:00:00.000Z'
export const LATER = '2025-12-17T06:00:00.000Z'

/** A person's ids and hashes begin with `mark`. Other values contain the mark, the name or the e-mail address. */
export const ASHA = {
  mark: 'a',
  email: 'asha.rao@example.in',
  fullName: 'Asha Rao',
  pan: 'ABCPV1234K',
}
export const BINA = {
  mark: 'b',
  email: 'bina.sen@example.in',
  fullName: 'Bina Sen',
  pan: 'BBBPB5678B',
}
export type Person = typeof ASHA

/** An id of 24 hexadecimal characters: the person's mark, repeated, and the number. */
export const idOf = ({ mark }: Person, number = 0) => String(number).padStart(24, mark)
export const mediaIdOf = ({ mark }: Person, number: number) => String(number).padStart(32, mark)
const hashOf = ({ mark }: Person, number = 0) => String(number).padStart(64, mark)
export const STAFF = 'c'.repeat(24)

/** Starts a server for the running test. */
export async function startWithTwoPeople(): Promise<TestServer> {
  const people = [ASHA, BINA]
  const users = people.map((one) =>
    makeUser({ ...one, id: idOf(one), phoneNumber: `+91 ${one.mark}` }),
  )
  const seed = makeMarket({
    users: [makeUser({ id: STAFF, email: 'someone@example.in', fullName: 'Some One' }), ...users],
    listings: people.map((one) =>
      makeListing(1, { id: idOf(one, 1), ownerId: idOf(one), name: `Flat of ${one.fullName}` }),
    ),
    loans: people.map((one) =>
      makeLoan(2, { id: idOf(one, 2), userId: idOf(one), panNumber: one.pan }),
    ),
    transactions: people.map((one) =>
      makePayment(3, { id: idOf(one, 3), userId: idOf(one), razorpayPaymentId: `pay_${one.mark}` }),
    ),
  })
  const server = await startServerForTest({ seed, mail: 'inbox' })
  for (const person of people) await fill(server, person)
  return server
}

const SENT = { created_at: AT, expires_at: LATER }
const SAVED = { version: 1, created_at: AT, updated_at: AT }
const UNUSED_CODE = { wrong_tries: 0, mail_failed: 0, ...SENT }
const SIZE = { width: 1600, height: 1200, bytes: 400_000 }
const FAILED = { state: 'failed', asked_at: AT } as const
const IMPORTED = { state: 'done', created_at: AT, finished_at: AT, row_count: 1 } as const
const ONE_REFUSED = { created: 0, updated: 0, unchanged: 0, refused: 1 }
const REJECTED = { status: 'rejected', from_status: 'pending', reason_code: 'other' } as const
const WAITING = { attempts: 1, asked_at: AT, due_at: AT }

/**
 * Makes a person's rows of the tables that the seed does not fill. The test of PERSONAL_PARTS lists the tables that
 * stay empty.
 */
const ROWS: { [Table in keyof Tables]?: (of: Person) => Insertable<Tables[Table]>[] } = {
  staff: (of) => [{ user_id: idOf(of), role: 'viewer', last_active_at: AT }],
  registrations: (of) => [
    {
      id: idOf(of, 9),
      email: `again.${of.email}`,
      full_name: of.fullName,
      password_hash: hashOf(of, 9),
      adult_stated_at: AT,
      consent_policy: '17-06-2025',
      ...SENT,
    },
  ],
  codes: (of) => [
    { id: idOf(of, 10), registration_id: idOf(of, 9), mac: hashOf(of, 10), ...UNUSED_CODE },
  ],
  sessions: (of) => [
    {
      token_hash: hashOf(of, 1),
      user_id: idOf(of),
      device_label: `Phone of ${of.fullName}`,
      network: '203.0.113.0/24',
      revoked_at: AT,
      ...SENT,
    },
  ],
  configured_passwords: (of) => [{ user_id: idOf(of), password_hash: hashOf(of, 2) }],
  known_devices: (of) => [{ token_hash: hashOf(of, 3), user_id: idOf(of), expires_at: LATER }],
  links: (of) => [
    {
      token_hash: hashOf(of, 4),
      kind: 'reset',
      account_id: idOf(of),
      email: of.email,
      ended_at: AT,
      end_reason: 'used',
      ...SENT,
    },
    // An invitation that the person sent. Its e-mail address is of another person.
    {
      token_hash: hashOf(of, 5),
      kind: 'invitation',
      account_id: 'd'.repeat(24),
      email: `invited.by.${of.mark}@example.in`,
      role: 'viewer',
      invited_by: idOf(of),
      ended_at: AT,
      end_reason: 'revoked',
      ...SENT,
    },
  ],
  email_changes: (of) => [
    {
      user_id: idOf(of),
      id: idOf(of, 6),
      email: `new.${of.email}`,
      mac: hashOf(of, 6),
      wrong_tries: 1,
      expires_at: LATER,
    },
  ],
  totp_secrets: (of) => [
    { user_id: idOf(of), sealed: `sealed ${of.mark}`, confirmed_at: AT, last_step: 7 },
  ],
  recovery_codes: (of) => [{ mac: hashOf(of, 7), user_id: idOf(of) }],
  sign_in_challenges: (of) => [
    {
      token_hash: hashOf(of, 8),
      user_id: idOf(of),
      credentials_mac: hashOf(of, 8),
      wrong_tries: 0,
      expires_at: LATER,
    },
  ],
  exports: (of) =>
    (['properties', 'users', 'loans', 'payments'] as const).map((list, number) => ({
      id: idOf(of, 90 + number),
      user_id: idOf(of),
      device_label: `Phone of ${of.fullName}`,
      list,
      format: number === 0 ? 'csv' : 'xlsx',
      query: new URLSearchParams({ q: of.fullName }).toString(),
      sees_details: number === 0 ? 0 : 1,
      state: (['running', 'ready', 'failed'] as const)[number] ?? 'ready',
      row_count: 3,
      total: 4,
      file: `${idOf(of, 90 + number)}.1.export`,
      bytes: 4,
      problem: `Of ${of.mark}`,
      created_at: AT,
      ended_at: AT,
    })),
  saved_views: (of) => [
    {
      id: idOf(of, 80),
      user_id: idOf(of),
      list: 'property',
      name: `Flats of ${of.fullName}`,
      query: new URLSearchParams({ q: of.fullName }).toString(),
      columns: '{"hidden":["city"],"pins":{},"widths":{}}',
      is_shared: 0,
      version: 1,
      updated_at: AT,
    },
  ],
  saved_view_layers: (of) => [
    {
      user_id: idOf(of),
      view_id: idOf(of, 80),
      query: `q=${of.mark}`,
      columns: null,
      is_start: 1,
      version: 1,
      updated_at: AT,
    },
  ],
  events: (of) => [
    {
      id: idOf(of, 4),
      owner_id: idOf(of),
      body: JSON.stringify({ title: `Visit of ${of.fullName}` }),
      ...SAVED,
    },
  ],
  postings: (of) => [
    {
      ...NEVER_SUBMITTED,
      id: idOf(of, 16),
      owner_id: idOf(of),
      seller_state: 'withdrawn',
      video_url: `/media/videos/withdrawn-${of.mark}.mp4`,
      body: JSON.stringify({ title: `Draft of ${of.fullName}` }),
      ...SAVED,
    },
  ],
  claims: (of) => [
    {
      listing_id: idOf(of, 16),
      person_id: idOf(of),
      fence: 1,
      claimed_at: AT,
      expires_at: LATER,
      hold_reason: `Asked ${of.fullName}`,
      origin: 'opened',
      note: '',
      has_unsaved_text: 0,
    },
  ],
  assignments: (of) => [{ listing_id: idOf(of, 16), person_id: idOf(of), assigned_at: AT }],
  not_duplicates: (of) => [
    { listing_id: idOf(of, 16), other_id: idOf(of, 1), person_id: idOf(of), at: AT },
  ],
  deleted_listings: (of) => [
    {
      id: idOf(of, 95),
      owner_id: idOf(of),
      first_seen_at: AT,
      deleted_at: LATER,
      property_type: 'Apartment',
      sale_type: 'Sell',
      bhk: '2 BHK',
      city: 'Pune',
      pincode: '411045',
      area: 980,
      price_paise: 850_000_000,
      rent_paise: null,
      starting_bid_paise: null,
      price_key: 8_500_000,
      place_hash: hashOf(of, 95).slice(0, 32),
      words: '0a1b2c3d',
      floors: '2',
      photos: '[]',
      videos: '[]',
    },
  ],
  deleted_listing_keys: (of) => [{ key: '70001', listing_id: idOf(of, 95) }],
  review_waits: (of) => [
    {
      listing_id: idOf(of, 16),
      since: AT,
      is_again: 1,
      place: 12,
      half_by: AT,
      most_by: LATER,
      told_by: LATER,
      decided_at: AT,
    },
  ],
  visit_photos: (of) => [
    {
      id: mediaIdOf(of, 95),
      listing_id: idOf(of, 16),
      person_id: idOf(of),
      visit_id: idOf(of, 93),
      taken_at: AT,
      stored_at: AT,
      bytes: 1,
      width: 1,
      height: 1,
      thumbhash: 'AA==',
    },
  ],
  visits: (of) => [
    {
      id: idOf(of, 93),
      listing_id: idOf(of, 16),
      person_id: idOf(of),
      visited_at: AT,
      stored_at: AT,
      answers: '[{"id":"lift","label":"The lift works","answer":"yes"}]',
      note: `Shown by ${of.fullName}`,
      latitude_thousandths: 18_561,
      longitude_thousandths: 73_776,
    },
  ],
  // A note about the person, and one that the person wrote and removed.
  notes: (of) => [
    {
      id: idOf(of, 91),
      member_id: idOf(of),
      author_id: STAFF,
      text: `${of.fullName} calls back.`,
      created_at: AT,
      edited_at: AT,
    },
    {
      id: idOf(of, 92),
      listing_id: idOf(of, 16),
      author_id: idOf(of),
      text: `Flat of ${of.fullName}`,
      created_at: AT,
      removed_at: AT,
      removed_by: idOf(of),
    },
  ],
  note_versions: (of) => [
    { note_id: idOf(of, 91), number: 1, text: `${of.fullName} called.`, written_at: AT },
  ],
  // A note that mentions the person.
  note_mentions: (of) => [
    { note_id: idOf(of, 92), person_id: idOf(of), name: of.fullName, at: AT, read_at: AT },
  ],
  mention_mails: (of) => [{ person_id: idOf(of), is_on: 1, sent_at: AT }],
  listing_viewers: (of) => [{ listing_id: idOf(of, 1), day: 20_400, viewer: hashOf(of, 22) }],
  listing_views: (of) => [
    { listing_id: idOf(of, 1), day: 20_348, views: 3 },
    { listing_id: idOf(of, 16), day: 20_348, views: 4 },
  ],
  uploads: (of) => [
    { id: mediaIdOf(of, 1), owner_id: idOf(of), bytes: 1_000, created_at: AT, is_wanted: 0 },
  ],
  media: (of) => [
    {
      id: mediaIdOf(of, 2),
      owner_id: idOf(of),
      posting_id: idOf(of, 16),
      kind: 'photo',
      created_at: AT,
      ...SIZE,
      checksum: hashOf(of, 20),
      perceptual_hash: hashOf(of, 21).slice(0, 16),
      crop_hashes: hashOf(of, 22).slice(0, 32),
      thumbhash: 'aGFzaA==',
    },
  ],
  photo_bands: (of) => [{ band: Number.parseInt(of.mark, 16), media_id: mediaIdOf(of, 2) }],
  listing_changes: (of) => [
    {
      revision: 1,
      listing_id: idOf(of, 8),
      kind: 'decided',
      actor_id: idOf(of),
      device_label: `Phone of ${of.fullName}`,
      at: AT,
      from_value: 'pending',
      to_value: 'approved',
    },
  ],
  api_keys: (of) => [
    {
      id: idOf(of, 20),
      key_hash: hashOf(of, 20),
      prefix: `pmk_${of.mark}`,
      name: `Site of ${of.fullName}`,
      scopes: 'listings:import',
      owner_id: idOf(of),
      created_by: STAFF,
      created_at: AT,
    },
  ],
  imported_listings: (of) => [
    { owner_id: idOf(of), reference: `flat of ${of.fullName}`, listing_id: idOf(of, 1) },
  ],
  import_media: (of) => [
    {
      id: hashOf(of, 23).slice(0, 32),
      listing_id: idOf(of, 16),
      owner_id: idOf(of),
      position: 0,
      kind: 'photo',
      ...FAILED,
      sentence: 'The site answered with status 404.',
      address: `https://${of.mark}.example/${encodeURIComponent(of.fullName)}.jpg`,
    },
  ],
  imports: (of) => [
    {
      id: idOf(of, 21),
      file_name: `flats of ${of.fullName}.csv`,
      columns: JSON.stringify([`title by ${of.fullName}`]),
      mapping: '{}',
      owner_id: idOf(of),
      created_by: STAFF,
      device_label: 'Chrome on Linux',
      next_chunk: 1,
      names_row: 1,
      facts: '{}',
      ...IMPORTED,
      ...ONE_REFUSED,
    },
  ],
  import_chunks: (of) => [
    {
      import_id: idOf(of, 21),
      position: 0,
      cells: JSON.stringify([{ row: 2, cells: [`Flat of ${of.fullName}`] }]),
      refused: '{}',
    },
  ],
  listing_reasons: (of) => [
    { listing_id: idOf(of, 1), given_at: AT, ...reasonOf(of), code: 'other' },
  ],
  // One of the account, and one that was sent with its address by somebody who was not signed in.
  grievances: (of) =>
    [idOf(of), null].map((user_id, number) => ({
      id: idOf(of, 70 + number),
      number: `G-0000-${of.mark}00${number}`,
      user_id,
      kind: 'person' as const,
      listing: `https://marketplace.example/${encodeURIComponent(of.fullName)}`,
      name: of.fullName,
      email: of.email,
      phone_number: `+91 ${of.mark}`,
      text: `Somebody calls himself ${of.fullName}.`,
      created_at: AT,
      due_at: LATER,
      answer: `Dear ${of.fullName}, it was removed.`,
      answered_at: AT,
      answered_by: STAFF,
    })),
  messages: (of) => [
    {
      id: idOf(of, 17),
      user_id: idOf(of),
      listing_id: idOf(of, 16),
      title: `Draft of ${of.fullName}`,
      decided_at: AT,
      due_at: AT,
      left_at: AT,
      ...REJECTED,
      ...reasonOf(of),
    },
  ],
  push_subscriptions: (of) => [
    {
      id: hashOf(of, 18),
      user_id: idOf(of),
      session_hash: hashOf(of, 1),
      endpoint: `https://push.example.com/${of.mark}`,
      p256dh: `key of ${of.mark}`,
      auth: `secret of ${of.mark}`,
      created_at: AT,
    },
  ],
  jobs: (of) => [
    {
      id: idOf(of, 19),
      kind: 'notifications',
      lane: idOf(of),
      key: idOf(of, 17),
      payload: JSON.stringify({ device: hashOf(of, 18) }),
      ...WAITING,
    },
  ],
  receipts: (of) => [
    {
      user_id: idOf(of),
      key: `key-of-${of.mark}`,
      request_hash: hashOf(of, 11),
      entity_id: idOf(of, 1),
      status: 200,
      version: 2,
      expires_at: LATER,
    },
  ],
  passkeys: (of) => [
    {
      id: idOf(of, 12),
      user_id: idOf(of),
      credential_id: hashOf(of, 13),
      public_key: hashOf(of, 14),
      counter: 1,
      transports: '[]',
      is_backed_up: 0,
      name: `Phone of ${of.mark}`,
      created_at: AT,
    },
  ],
  passkey_challenges: (of) => [
    { challenge_hash: hashOf(of, 15), purpose: 'add', user_id: idOf(of), expires_at: LATER },
  ],
  audit_log: (of) => [
    entry(of, 1, { actor_id: idOf(of), action: 'sign-in', entity_id: idOf(of) }),
    entry(of, 2, { actor_id: STAFF, action: 'suspend', entity_id: idOf(of) }),
    entry(of, 3, { actor_id: STAFF, action: 'status', entity: 'listing', entity_id: idOf(of, 1) }),
    entry(of, 4, { actor_id: STAFF, action: 'pan-reveal', entity: 'loan', entity_id: idOf(of, 2) }),
    entry(of, 5, {
      actor_id: STAFF,
      action: 'grievance-answer',
      entity: 'grievance',
      entity_id: idOf(of, 71),
    }),
  ],
  attempts: (of) => [{ id: idOf(of, 7), kind: 'event-change', subject: hashOf(of, 12), at: AT }],
}

function reasonOf({ mark }: Person) {
  return {
    change_key: `audit-key-${mark}`,
    sentence: `Correct the price of the flat of ${mark}.`,
    note: `A note about ${mark}`,
    changes_needed: 1,
  }
}

function entry(
  { mark }: Person,
  number: number,
  about: Partial<Tables['audit_log']>,
): Tables['audit_log'] {
  return {
    id: number + (mark === 'a' ? 0 : 100),
    at: AT,
    actor_id: STAFF,
    device_label: about.actor_id === STAFF ? 'Device of staff' : `Device ${mark}`,
    action: 'status',
    entity: 'account',
    entity_id: STAFF,
    from_value: null,
    to_value: null,
    idempotency_key: `audit-key-${mark}`,
    hash: 'f'.repeat(64),
    ...about,
  }
}

async function fill(server: TestServer, person: Person): Promise<void> {
  for (const [table, makeRows] of Object.entries(ROWS))
    await server.db
      .insertInto(table as keyof Tables)
      .values(makeRows(person) as never) // safe cast: ROWS has rows of this table
      .execute()
}
