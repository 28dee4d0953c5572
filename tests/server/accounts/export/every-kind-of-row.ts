import { type Insertable, sql } from 'kysely'
import { SENDER } from '#server/grievances/grievance-service.ts'
import { NEVER_SUBMITTED } from '#server/platform/database/listing-record.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { makeListing, makePayment, makeUser } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import {
  ASHA,
  AT,
  BINA,
  idOf,
  LATER,
  type Person,
  STAFF,
  startWithTwoPeople,
} from './two-people.ts'

// Rows about the two people of two-people.ts beyond those: with a value in every column, of every kind that a table
// allows, and in the rows of others. A test compares them with the schema of the database.

/** Tables without rows about a person. */
export const NOBODY: Readonly<Record<string, string>> = {
  boost_days: 'counts listings',
  ended_epochs: 'numbers of the revision counter',
  factor_rules: 'rules for roles',
  listing_totals: 'counts listings',
  loan_totals: 'counts loans',
  push_keys: 'the key pair of the server',
  rejection_reasons: 'the list of the owner of the panel',
  rejection_rule: 'a rule of the owner of the panel',
  review_flow: 'figures about all submissions',
  review_rules: 'the working hours of the team',
  restores: 'the time and file name of the last restore',
  revenue_months: 'sums of payments',
  revisions: 'the revision counter',
  schedules: 'work of the server',
  user_totals: 'counts people',
}

/** Columns and kinds that no row about these two people can have. */
export const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'users.role admin': 'both are end users',
  'staff.role owner': 'one row for each account',
  'staff.role reviewer': 'one row for each account',
  'staff.role loans': 'one row for each account',
  'staff.role support': 'one row for each account',
}

/** An account of somebody else, who has a row about the person. */
const helperOf = ({ mark }: Person) => (mark === ASHA.mark ? 'e' : 'f').repeat(24)
const hashOf = ({ mark }: Person, number: number) => String(number).padStart(64, mark)
const fileOf = ({ mark }: Person, number: number) => String(number).padStart(32, mark)
const about = ({ fullName }: Person, what: string) =>
  JSON.stringify({ title: `${what} of ${fullName}` })

/** A job that was tried, with a value in every column. */
function makeJob(kind: string, of: { id: string; lane: string; key: string }) {
  const times = { asked_at: AT, due_at: AT, leased_until: AT, done_at: AT, dead_at: AT }
  return { kind, ...of, ...times, payload: '{}', attempts: 1, outcome: 'It was refused.' }
}

type Rows = { [Table in keyof Tables]?: (of: Person) => Insertable<Tables[Table]>[] }

const MORE: Rows = {
  users: (of) => {
    const { id, email, createdAt } = makeUser({
      id: helperOf(of),
      email: `${helperOf(of)}@example.in`,
    })
    return [{ id, email, role: 'user', verified: 1, has_short_password: 0, created_at: createdAt }]
  },
  account_deletions: (of) => [
    { user_id: idOf(of), requested_at: AT, due_at: LATER, is_consent_withdrawn: 0 },
  ],
  codes: (of) => [
    {
      id: idOf(of, 30),
      registration_id: idOf(of, 9),
      mac: hashOf(of, 30),
      wrong_tries: 1,
      mail_failed: 1,
      created_at: AT,
      expires_at: LATER,
      superseded_at: AT,
    },
  ],
  sessions: (of) => [
    {
      token_hash: hashOf(of, 31),
      user_id: idOf(of),
      device_label: 'Chrome on Linux',
      created_at: AT,
      expires_at: LATER,
      last_seen_at: AT,
      confirmed_at: AT,
      replaced_by: `Phone of ${of.fullName}`,
    },
  ],
  // An invitation to the person's address, and a change of somebody's address to the person's.
  links: (of) => [
    {
      token_hash: hashOf(of, 32),
      kind: 'invitation',
      account_id: helperOf(of),
      email: of.email,
      role: 'viewer',
      invited_by: STAFF,
      created_at: AT,
      expires_at: LATER,
      ended_at: AT,
      end_reason: 'replaced',
    },
  ],
  email_changes: (of) => [
    {
      user_id: helperOf(of),
      id: idOf(of, 33),
      email: of.email,
      mac: hashOf(of, 33),
      wrong_tries: 0,
      expires_at: LATER,
    },
  ],
  passkeys: (of) => [
    {
      id: idOf(of, 34),
      user_id: idOf(of),
      credential_id: hashOf(of, 34),
      public_key: hashOf(of, 35),
      counter: 1,
      transports: '[]',
      is_backed_up: 1,
      name: `Tablet of ${of.fullName}`,
      created_at: AT,
      last_used_at: AT,
    },
  ],
  listings: (of) =>
    (['approved', 'rejected'] as const).map((status, number) => ({
      ...listingRow(of, 36 + number, status),
      rent_paise: 1,
      starting_bid_paise: 1,
      auction_ends_at: LATER,
      boosted_until: LATER,
      decided_by: idOf(of),
      hints: '|photo|',
    })),
  transactions: (of) => {
    const { id, razorpayPaymentId } = makePayment(38, { id: idOf(of, 38) })
    return [
      {
        id,
        user_id: idOf(of),
        plan_type: 'BASIC',
        plan_category: 'Boast',
        amount_paise: 1,
        refunded_paise: 0,
        state: 'failed',
        razorpay_payment_id: `${razorpayPaymentId}${of.mark}`,
        created_at: AT,
      },
    ]
  },
  loans: (of) => [{ id: idOf(of, 39), user_id: idOf(of), pan_number: of.pan, created_at: AT }],
  // The listings above have a record each.
  postings: (of) =>
    (['draft', 'posted', 'sold', 'expired', 'posted', 'posted'] as const).map(
      (seller_state, number) => ({
        ...NEVER_SUBMITTED,
        id: idOf(of, number < 4 ? 40 + number : 32 + number),
        owner_id: idOf(of),
        seller_state,
        version: 1,
        created_at: AT,
        updated_at: AT,
        posted_at: AT,
        submitted_at: AT,
        resubmitted_at: AT,
        decided_at: AT,
        expires_at: LATER,
        reminded_at: AT,
        published_version: 1,
        boosted_until: LATER,
        poster_url: `/media/posters/held-${of.mark}.jpg`,
        body: about(of, 'Draft'),
        submitted: about(of, 'Submission'),
        reviewed: about(of, 'Review'),
        live: about(of, 'Flat'),
        place_key: `place of ${of.fullName}`,
      }),
    ),
  listing_changes: (of) => [
    {
      revision: 2,
      listing_id: idOf(of, 40),
      kind: 'decided',
      actor_id: idOf(of),
      at: AT,
      from_value: 'pending',
      to_value: 'rejected',
      first_claimed_at: AT,
      last_claimed_at: AT,
    },
  ],
  claims: (of) =>
    (['opened', 'handed-over', 'taken-over'] as const).map((origin, number) => ({
      listing_id: idOf(of, 40 + number),
      person_id: idOf(of),
      device_id: hashOf(of, 1),
      fence: 1,
      claimed_at: AT,
      expires_at: LATER,
      held_until: LATER,
      hold_reason: `Asked ${of.fullName}`,
      origin,
      from_person_id: idOf(of),
      note: `Call ${of.fullName}`,
      has_unsaved_text: 1,
      batch_id: idOf(of, 99),
      first_claimed_at: AT,
    })),
  assignments: (of) => [{ listing_id: idOf(of, 40), person_id: idOf(of), assigned_at: AT }],
  not_duplicates: (of) => [
    { listing_id: idOf(of, 40), other_id: idOf(of, 41), person_id: idOf(of), at: AT },
  ],
  visit_photos: (of) => [
    {
      id: fileOf(of, 96),
      listing_id: idOf(of, 40),
      person_id: idOf(of),
      visit_id: idOf(of, 94),
      taken_at: AT,
      stored_at: AT,
      bytes: 1,
      width: 1,
      height: 1,
      thumbhash: 'AA==',
    },
  ],
  deleted_listings: (of) => [
    {
      id: idOf(of, 96),
      owner_id: idOf(of),
      first_seen_at: AT,
      deleted_at: LATER,
      property_type: 'Apartment',
      sale_type: 'Auction',
      city: 'Pune',
      pincode: '411045',
      rent_paise: 3_200_000,
      starting_bid_paise: 850_000_000,
      words: '',
      floors: '',
      photos: '[]',
      videos: '[]',
    },
  ],
  visits: (of) => [
    {
      id: idOf(of, 94),
      listing_id: idOf(of, 40),
      person_id: idOf(of),
      visited_at: AT,
      stored_at: AT,
      answers: '[]',
      note: `Shown by ${of.fullName}`,
      latitude_thousandths: 18_561,
      longitude_thousandths: 73_776,
    },
  ],
  uploads: (of) => [
    {
      id: fileOf(of, 45),
      owner_id: idOf(of),
      bytes: 1,
      created_at: AT,
      is_wanted: 1,
      lease_holder: 'process',
      leased_until: LATER,
      refusal: `The photo of ${of.fullName} is broken.`,
    },
  ],
  media: (of) => [
    {
      id: fileOf(of, 46),
      owner_id: idOf(of),
      posting_id: idOf(of, 40),
      kind: 'video',
      created_at: AT,
      unused_since: AT,
      width: 1,
      height: 1,
      bytes: 1,
      duration_ms: 1,
      checksum: hashOf(of, 46),
    },
  ],
  api_keys: (of) => [
    // The person created it for another business.
    {
      id: idOf(of, 48),
      key_hash: hashOf(of, 48),
      prefix: `pmk_x${of.mark}`,
      name: 'Site of a business',
      scopes: 'listings:import',
      owner_id: STAFF,
      created_by: idOf(of),
      created_at: AT,
      expires_at: LATER,
      last_used_at: AT,
    },
  ],
  imports: (of) =>
    (['reading', 'ready', 'running'] as const).map((state, number) => ({
      id: idOf(of, 49 + number),
      file_name: `flats of ${of.fullName}.csv`,
      state,
      columns: '[]',
      facts: '{}',
      owner_id: idOf(of),
      created_by: idOf(of),
      device_label: 'Chrome on Linux',
      created_at: AT,
      row_count: 1,
      next_chunk: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 0,
    })),
  import_media: (of) =>
    (['waiting', 'fetched'] as const).map((state, position) => ({
      id: fileOf(of, 52 + position),
      listing_id: idOf(of, 40),
      owner_id: idOf(of),
      position,
      kind: 'video' as const,
      state,
      asked_at: AT,
      media_id: fileOf(of, 46),
      address: `https://${of.mark}.example/${encodeURIComponent(of.fullName)}-${position}.mp4`,
    })),
  messages: (of) => [
    ...(['received', 'answered'] as const).map((status, number) => ({
      id: idOf(of, 72 + number),
      user_id: [idOf(of), null][number] ?? null,
      grievance_id: idOf(of, 70 + number),
      title: `G-0000-${of.mark}00${number}`,
      status,
      decided_at: AT,
      due_at: AT,
      left_at: AT,
    })),
    {
      id: idOf(of, 54),
      user_id: idOf(of),
      listing_id: idOf(of, 36),
      title: `Flat of ${of.fullName}`,
      status: 'approved',
      from_status: 'pending',
      decided_at: AT,
      due_at: AT,
      left_at: AT,
      read_at: AT,
    },
    {
      id: idOf(of, 55),
      user_id: idOf(of),
      listing_id: idOf(of, 36),
      status: 'delayed',
      decided_at: AT,
      due_at: AT,
      left_at: AT,
      expected_by: LATER,
    },
  ],
  saved_views: (of) =>
    (['users', 'loans', 'payments'] as const).map((list, number) => ({
      id: idOf(of, 81 + number),
      user_id: idOf(of),
      list,
      name: `Of ${of.fullName}`,
      query: '',
      columns: '{}',
      is_shared: 1,
      version: 1,
      updated_at: AT,
    })),
  saved_view_layers: (of) => [
    {
      user_id: idOf(of),
      view_id: idOf(of, 81),
      query: '',
      columns: '{}',
      is_start: 0,
      version: 1,
      updated_at: AT,
    },
  ],
  webhooks: (of) =>
    (['active', 'paused'] as const).map((state, number) => ({
      id: idOf(of, 56 + number),
      address: `https://receiver.example/${of.mark}${number}`,
      events: 'listing.decided',
      secret_sealed: 'sealed',
      old_secret_sealed: 'sealed before',
      state,
      failures: 0,
      created_by: idOf(of),
      created_at: AT,
      paused_at: AT,
    })),
  jobs: (of) => [
    makeJob('mails', { id: idOf(of, 55), lane: idOf(of), key: idOf(of, 54) }),
    makeJob('media-removals', { id: fileOf(of, 47), lane: 'store', key: fileOf(of, 47) }),
    makeJob('imports', { id: idOf(of, 59), lane: idOf(of), key: idOf(of, 50) }),
    makeJob('import-media', { id: fileOf(of, 52), lane: idOf(of), key: idOf(of, 40) }),
    {
      ...makeJob('webhooks', { id: idOf(of, 58), lane: idOf(of, 56), key: `msg_${of.mark}` }),
      payload: JSON.stringify({
        event: 'listing.decided',
        body: JSON.stringify({ type: 'listing.decided', data: { listingId: idOf(of, 1) } }),
      }),
    },
  ],
  // A decision of somebody else about the person's listing.
  receipts: (of) => [
    {
      user_id: SENDER,
      key: `key-of-grievance-${of.mark}`,
      request_hash: hashOf(of, 63),
      entity_id: idOf(of, 71),
      status: 201,
      expires_at: LATER,
    },
    {
      user_id: STAFF,
      key: `key-about-${of.mark}`,
      request_hash: hashOf(of, 59),
      entity_id: idOf(of, 1),
      status: 412,
      version: 3,
      expires_at: LATER,
    },
  ],
  audit_log: (of) => [
    {
      id: of.mark === ASHA.mark ? 50 : 150,
      at: AT,
      actor_id: idOf(of),
      device_label: 'Chrome on Linux',
      action: 'status',
      entity: 'listing',
      entity_id: idOf(of, 1),
      from_value: 'pending',
      to_value: 'approved',
      idempotency_key: `audit-key-${of.mark}`,
      hash: 'f'.repeat(64),
    },
  ],
  attempts: (of) => [
    {
      id: idOf(of, 60),
      kind: 'sign-in',
      subject: hashOf(of, 60),
      address: hashOf(of, 61),
      site: hashOf(of, 62),
      at: AT,
    },
  ],
}

function listingRow(of: Person, number: number, status: 'approved' | 'rejected') {
  const { id, name, saleType, propertyType, city, pincode } = makeListing(number, {
    id: idOf(of, number),
  })
  return {
    id,
    owner_id: idOf(of),
    name: `${name} of ${of.fullName}`,
    property_type: propertyType,
    sale_type: saleType,
    city,
    pincode,
    status,
    video_url: `/media/videos/${of.mark}${number}.mp4`,
    poster_url: `/media/posters/${of.mark}${number}.jpg`,
    version: 1,
    revision: 0,
    created_at: AT,
    updated_at: AT,
  }
}

/** Starts a server whose database has rows of every kind about both people. */
export async function startWithEveryKind(): Promise<TestServer> {
  const server = await startWithTwoPeople()
  for (const person of [ASHA, BINA]) {
    for (const [table, makeRows] of Object.entries(MORE))
      await server.db
        .insertInto(table as keyof Tables)
        .values(makeRows(person) as never) // safe cast: MORE has rows of this table
        .execute()
    await server.db
      .updateTable('users')
      .set({
        picture_url: `/media/people/${person.mark}.webp`,
        password_hash: 'hash',
        adult_stated_at: AT,
        consent_policy: '17-06-2025',
      })
      .where('id', '=', idOf(person))
      .execute()
    await server.db
      .updateTable('registrations')
      .set({ phone_number: `+91 ${person.mark}`, email: person.email })
      .where('id', '=', idOf(person, 9))
      .execute()
    await server.db
      .updateTable('staff')
      .set({ suspended_at: AT })
      .where('user_id', '=', idOf(person))
      .execute()
  }
  return server
}

/** The columns of each table, and the values to which checks restrict some of them. */
export async function readSchema({ db }: Pick<TestServer, 'db'>) {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !/_grams/.test(name))
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'table'`.execute(db)
  const definitions = new Map(rows.map((row) => [row.name, row.sql]))
  return tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name),
    kinds: [...(definitions.get(name) ?? '').matchAll(/"?(\w+)"? in \(('[^)]*')\)/g)].flatMap(
      ([, column = '', values = '']) =>
        values.split(', ').map((value) => ({ column, value: value.slice(1, -1) })),
    ),
  }))
}
