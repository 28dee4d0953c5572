import { strFromU8, unzipSync } from 'fflate'
import type { Insertable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '#server/database/schema.ts'
import { EXPORTED_TABLES } from '#server/personal-data/exported-tables.ts'
import { call } from '#tests/server/api-call.ts'
import {
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AT = '2025-09-17T06:00:00.000Z'
const LATER = '2025-12-17T06:00:00.000Z'

/** Two people. Every value of one of them has their mark. */
const ASHA = { mark: 'a', email: 'asha.rao@example.in', fullName: 'Asha Rao', pan: 'ABCPV1234K' }
const BINA = { mark: 'b', email: 'bina.sen@example.in', fullName: 'Bina Sen', pan: 'BBBPB5678B' }
type Person = typeof ASHA

/** 24 hexadecimal characters of a person. */
const idOf = ({ mark }: Person, number = 0) => String(number).padStart(24, mark)
const hashOf = ({ mark }: Person, number = 0) => String(number).padStart(64, mark)
const STAFF = 'c'.repeat(24)

let server: TestServer

beforeEach(async () => {
  const people = [ASHA, BINA]
  server = await startTestServer({
    seed: makeMarket({
      users: [
        makeUser({ id: STAFF, email: 'someone@example.in', fullName: 'Some One' }),
        ...people.map((one) => makeUser({ ...one, id: idOf(one), phoneNumber: `+91 ${one.mark}` })),
      ],
      listings: people.map((one) =>
        makeListing(1, { id: idOf(one, 1), ownerId: idOf(one), name: `Flat of ${one.fullName}` }),
      ),
      loans: people.map((one) =>
        makeLoan(2, { id: idOf(one, 2), userId: idOf(one), panNumber: one.pan }),
      ),
      transactions: people.map((one) =>
        makePayment(3, {
          id: idOf(one, 3),
          userId: idOf(one),
          razorpayPaymentId: `pay_${one.mark}`,
        }),
      ),
    }),
    inMemory: true,
    mail: 'inbox',
  })
  for (const person of people) await fill(person)
})
afterEach(() => server.close())

/** The rows of a person in the tables that the market does not fill; null for tables without any person. */
const ROWS: {
  [Table in keyof Tables]: ((of: Person) => Insertable<Tables[Table]>[]) | 'market' | null
} = {
  users: 'market',
  listings: 'market',
  loans: 'market',
  transactions: 'market',
  listing_words: 'market',
  member_words: 'market',
  loan_words: 'market',
  listing_totals: 'market',
  boost_days: null,
  user_totals: 'market',
  loan_totals: 'market',
  revenue_months: 'market',
  revisions: null,
  ended_epochs: null,
  jobs: null,
  staff: (of) => [{ user_id: idOf(of), role: 'viewer', suspended_at: null, last_active_at: AT }],
  registrations: (of) => [
    {
      id: idOf(of, 9),
      email: `again.${of.email}`,
      full_name: of.fullName,
      phone_number: null,
      password_hash: hashOf(of, 9),
      adult_stated_at: AT,
      consent_policy: '17-06-2025',
      created_at: AT,
      expires_at: LATER,
    },
  ],
  codes: (of) => [
    {
      id: idOf(of, 10),
      registration_id: idOf(of, 9),
      mac: hashOf(of, 10),
      wrong_tries: 0,
      mail_failed: 0,
      created_at: AT,
      expires_at: LATER,
      superseded_at: null,
    },
  ],
  sessions: (of) => [
    {
      token_hash: hashOf(of, 1),
      user_id: idOf(of),
      device_label: `Phone of ${of.fullName}`,
      network: '203.0.113.0/24',
      created_at: AT,
      expires_at: LATER,
      last_seen_at: null,
      confirmed_at: null,
      revoked_at: AT,
      replaced_by: null,
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
      role: null,
      invited_by: null,
      created_at: AT,
      expires_at: LATER,
      ended_at: AT,
      end_reason: 'used',
    },
    // Asha invited somebody: the address is not hers.
    {
      token_hash: hashOf(of, 5),
      kind: 'invitation',
      account_id: 'd'.repeat(24),
      email: `invited.by.${of.mark}@example.in`,
      role: 'viewer',
      invited_by: idOf(of),
      created_at: AT,
      expires_at: LATER,
      ended_at: AT,
      end_reason: 'revoked',
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
  events: (of) => [
    {
      id: idOf(of, 4),
      owner_id: idOf(of),
      body: JSON.stringify({ title: `Visit of ${of.fullName}` }),
      version: 1,
      created_at: AT,
      updated_at: AT,
    },
  ],
  removed_listings: (of) => [{ id: idOf(of, 8), revision: 1, removed_at: AT }],
  receipts: (of) => [
    {
      user_id: idOf(of),
      key: `key-of-${of.mark}`,
      request_hash: hashOf(of, 11),
      entity_id: idOf(of, 1),
      status: 200,
      body: `{"answer":"to ${of.mark}"}`,
      etag: '"2"',
      expires_at: LATER,
    },
  ],
  audit_log: (of) => [
    entry(of, 1, { actor_id: idOf(of), action: 'sign-in', entity_id: idOf(of) }),
    entry(of, 2, { actor_id: STAFF, action: 'suspend', entity_id: idOf(of) }),
    entry(of, 3, { actor_id: STAFF, action: 'status', entity: 'listing', entity_id: idOf(of, 1) }),
    entry(of, 4, { actor_id: STAFF, action: 'pan-reveal', entity: 'loan', entity_id: idOf(of, 2) }),
  ],
  attempts: (of) => [
    {
      id: idOf(of, 7),
      kind: 'event-change',
      subject: hashOf(of, 12),
      address: null,
      site: null,
      at: AT,
    },
  ],
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

async function fill(person: Person): Promise<void> {
  for (const [table, rows] of Object.entries(ROWS))
    if (typeof rows === 'function')
      await server.db
        .insertInto(table as keyof Tables)
        .values(rows(person) as never) // rows of this table
        .execute()
}

async function enter({ email }: Person): Promise<string> {
  return server.signIn({ email, userAgent: 'Firefox/140.0' })
}

async function download(token: string) {
  const answer = await server.app.request('/api/auth/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' },
  })
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

async function readArchive(token: string): Promise<Record<string, string>> {
  const { answer, bytes } = await download(token)
  expect(answer.status).toBe(200)
  const files = Object.entries(unzipSync(bytes))
  return Object.fromEntries(files.map(([name, file]) => [name, strFromU8(file)]))
}

describe('an export', () => {
  test('has every record of the person, and its README names every file', async () => {
    const { 'README.txt': readme = '', ...files } = await readArchive(await enter(ASHA))
    const read = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, JSON.parse(text)]),
    )
    expect(read).toEqual({
      'account.json': [
        {
          id: idOf(ASHA),
          fullName: 'Asha Rao',
          email: ASHA.email,
          phoneNumber: '+91 a',
          picture: null,
          role: 'user',
          isVerified: true,
          adultStatedAt: null,
          consentPolicy: null,
          createdAt: '2025-01-01T00:00:00.000Z',
        },
      ],
      'team.json': [{ role: 'viewer', suspendedAt: null, lastActiveAt: expect.any(String) }],
      'sessions.json': expect.arrayContaining([
        {
          device: 'Phone of Asha Rao',
          network: '203.0.113.0/24',
          signedInAt: AT,
          expiresAt: LATER,
          lastSeenAt: null,
          confirmedAt: null,
          endedAt: AT,
          replacedBy: null,
        },
        expect.objectContaining({ device: 'Firefox', endedAt: null }),
      ]),
      'known-devices.json': [{ rememberedUntil: LATER }],
      'links.json': [
        {
          kind: 'reset',
          email: ASHA.email,
          role: null,
          invitedBy: null,
          createdAt: AT,
          expiresAt: LATER,
          endedAt: AT,
          endReason: 'used',
        },
      ],
      'email-change.json': [
        { newEmail: 'new.asha.rao@example.in', wrongTries: 1, expiresAt: LATER },
      ],
      'second-factor.json': [{ onSince: AT }],
      'events.json': [
        {
          id: idOf(ASHA, 4),
          fields: { title: 'Visit of Asha Rao' },
          version: 1,
          createdAt: AT,
          updatedAt: AT,
        },
      ],
      'listings.json': [
        {
          id: idOf(ASHA, 1),
          name: 'Flat of Asha Rao',
          propertyType: 'Apartment',
          saleType: 'Sell',
          bhk: '2 BHK',
          city: 'Pune',
          pincode: '411001',
          furnishing: 'Unfurnished',
          pricePaise: 4_500_000_00,
          rentPaise: null,
          status: 'pending',
          video: null,
          poster: null,
          startingBidPaise: null,
          auctionEndsAt: null,
          boostedUntil: null,
          version: 1,
          createdAt: '2025-06-01T00:01:00.000Z',
          updatedAt: '2025-06-01T00:01:00.000Z',
        },
      ],
      'payments.json': [
        {
          id: idOf(ASHA, 3),
          planType: 'BASIC',
          planCategory: 'Boast',
          amountPaise: 499_00,
          refundedPaise: 0,
          state: 'captured',
          razorpayPaymentId: 'pay_a',
          createdAt: '2025-09-10T00:00:00.000Z',
        },
      ],
      'loan-applications.json': [
        {
          id: idOf(ASHA, 2),
          occupationType: 'Salaried',
          incomePaise: 85_000_00,
          panNumber: ASHA.pan,
          createdAt: '2025-08-01T00:00:00.000Z',
        },
      ],
      'sent-changes.json': [
        { key: 'key-of-a', recordId: idOf(ASHA, 1), status: 200, rememberedUntil: LATER },
      ],
      'activity.json': [
        ...[
          ['sign-in', 'account', idOf(ASHA), idOf(ASHA), 'Device a'],
          ['suspend', 'account', idOf(ASHA), STAFF, null],
          ['status', 'listing', idOf(ASHA, 1), STAFF, null],
          ['pan-reveal', 'loan', idOf(ASHA, 2), STAFF, null],
        ].map(([action, entity, entityId, actorId, device], index) => {
          const about = { action, entity, entityId, actorId, device, from: null, to: null }
          return { id: index + 1, at: AT, ...about }
        }),
        expect.objectContaining({ action: 'export', actorId: idOf(ASHA), device: 'Firefox' }),
      ],
    })
    expect(read['sessions.json']).toHaveLength(2)
    for (const name of Object.keys(read)) expect(readme).toContain(`\n${name}\n`)
  })

  test('has nothing of another person and no secret', async () => {
    const text = JSON.stringify(await readArchive(await enter(ASHA)))
    const foreign = [BINA.fullName, BINA.email, BINA.pan, 'pay_b', 'key-of-b', 'bbbbbb', '+91 b']
    for (const value of foreign) expect(text).not.toContain(value)
    const secrets = [
      'sealed',
      'invited.by',
      '"answer',
      'Device b',
      'Device of staff',
      'a'.repeat(40),
      'scrypt',
      '_hash',
    ]
    for (const value of secrets) expect(text).not.toContain(value)
  })

  test('of many records is made and sent in parts', async () => {
    const events = Array.from({ length: 1_201 }, (_, number) => ({
      id: idOf(ASHA, 1_000 + number),
      owner_id: idOf(ASHA),
      body: JSON.stringify({ title: `Visit ${number}`, note: crypto.randomUUID() }),
      version: 1,
      created_at: AT,
      updated_at: AT,
    }))
    await server.db.insertInto('events').values(events).execute()
    const { 'events.json': text = '' } = await readArchive(await enter(ASHA))
    const ids = (JSON.parse(text) as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual([...events.map(({ id }) => id), idOf(ASHA, 4)].sort())
  })

  test('is a file of a name with the day, which nothing stores or compresses again', async () => {
    const { answer } = await download(await enter(ASHA))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="property-marketplace-data-2025-09-17.zip"',
      'cache-control': 'no-store',
    })
    expect(answer.headers.has('Content-Encoding')).toBe(false)
  })

  test('needs a recent confirmation, and is possible three times an hour', async () => {
    const token = await enter(ASHA)
    server.clock.advance(10 * MINUTE_MS)
    const ask = (with_: string) => call(server, 'POST', '/api/auth/export', { token: with_ })
    expect((await ask(token)).json).toMatchObject({ code: 'confirm-identity' })
    const fresh = await enter(ASHA)
    for (const status of [200, 200, 200, 429]) expect((await ask(fresh)).status).toBe(status)
    expect((await ask(await enter(BINA))).status).toBe(200)
    server.clock.advance(HOUR_MS)
    expect((await ask(await enter(ASHA))).status).toBe(200)
    const logged = server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'export')
    expect(await logged.where('entity_id', '=', idOf(ASHA)).execute()).toHaveLength(4)
  })
})

test('every table and column of the database is exported or left out for a reason', async () => {
  const tables = await server.db.introspection.getTables()
  const ours = tables.filter(({ name }) => !/_grams/.test(name))
  expect(Object.keys(EXPORTED_TABLES).sort()).toEqual(ours.map(({ name }) => name).sort())
  for (const { name, columns } of ours) {
    const exported = EXPORTED_TABLES[name as keyof Tables] // compared above
    if ('leftOut' in exported) expect(exported.leftOut).toMatch(/\.$/)
    else
      expect([name, ...Object.keys(exported.columns).sort()]).toEqual([
        name,
        ...columns.map((column) => column.name).sort(),
      ])
  }
})
