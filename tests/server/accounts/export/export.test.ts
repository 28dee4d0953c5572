import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import {
  ASHA,
  AT,
  BINA,
  idOf,
  LATER,
  mediaIdOf,
  type Person,
  STAFF,
  startWithTwoPeople,
} from './two-people.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SAVED = { version: 1, createdAt: AT, updatedAt: AT }
const REASON = {
  reason: 'other',
  sentence: 'Correct the price of the flat of a.',
  note: 'A note about a',
  changesNeeded: true,
}

let server: TestServer

beforeEach(async () => {
  server = await startWithTwoPeople()
})

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

/** The archive of Asha, without the values that are null. */
const OF_ASHA = {
  'account.json': [
    {
      id: idOf(ASHA),
      fullName: 'Asha Rao',
      email: ASHA.email,
      phoneNumber: '+91 a',
      role: 'user',
      isVerified: true,
      createdAt: '2025-01-01T00:00:00.000Z',
    },
  ],
  'changes-of-listings.json': [
    {
      listingId: idOf(ASHA, 8),
      change: 'decided',
      device: 'Phone of Asha Rao',
      at: AT,
      from: 'pending',
      to: 'approved',
    },
  ],
  'claims.json': [
    {
      listingId: idOf(ASHA, 16),
      claimedAt: AT,
      expiresAt: LATER,
      holdReason: 'Asked Asha Rao',
      origin: 'opened',
      note: '',
      hasUnsavedText: false,
    },
  ],
  'assignments.json': [{ listingId: idOf(ASHA, 16), assignedAt: AT }],
  'not-duplicates.json': [{ listingId: idOf(ASHA, 16), otherListingId: idOf(ASHA, 1), at: AT }],
  'waits-for-reviews.json': [
    {
      listingId: idOf(ASHA, 16),
      since: AT,
      place: 12,
      halfBy: AT,
      fourFifthsBy: LATER,
      delayedUntil: LATER,
      decidedAt: AT,
    },
  ],
  'visit-photos.json': [
    {
      photo: mediaIdOf(ASHA, 95),
      listingId: idOf(ASHA, 16),
      visitId: idOf(ASHA, 93),
      takenAt: AT,
      storedAt: AT,
      uploadedBytes: 1,
      width: 1,
      height: 1,
    },
  ],
  'deleted-listings.json': [
    {
      id: idOf(ASHA, 95),
      firstSeenAt: AT,
      deletedAt: LATER,
      propertyType: 'Apartment',
      saleType: 'Sell',
      bhk: '2 BHK',
      city: 'Pune',
      pincode: '411045',
      area: 980,
      pricePaise: 850_000_000,
      floors: '2',
    },
  ],
  'visits.json': [
    {
      listingId: idOf(ASHA, 16),
      visitedAt: AT,
      storedAt: AT,
      checklist: ['The lift works: Yes'],
      note: 'Shown by Asha Rao',
      latitude: 18.561,
      longitude: 73.776,
    },
  ],
  'deletion.json': [],
  'passkeys.json': [{ name: 'Phone of a', createdAt: AT }],
  'team.json': [{ role: 'viewer', lastActiveAt: expect.any(String) }],
  'sessions.json': expect.arrayContaining([
    {
      device: 'Phone of Asha Rao',
      network: '203.0.113.0/24',
      signedInAt: AT,
      expiresAt: LATER,
      endedAt: AT,
    },
    expect.objectContaining({ device: 'Firefox' }),
  ]),
  'api-keys.json': [
    {
      id: idOf(ASHA, 20),
      prefix: 'pmk_a',
      name: 'Site of Asha Rao',
      scopes: 'listings:import',
      createdAt: AT,
    },
  ],
  'listings-of-your-site.json': [{ reference: 'flat of Asha Rao', listingId: idOf(ASHA, 1) }],
  'addresses-of-photos.json': [
    {
      listing: idOf(ASHA, 16),
      position: 0,
      kind: 'photo',
      state: 'failed',
      askedAt: AT,
      error: 'The site answered with status 404.',
      address: 'https://a.example/Asha%20Rao.jpg',
    },
  ],
  'imported-files.json': [
    {
      id: idOf(ASHA, 21),
      fileName: 'flats of Asha Rao.csv',
      state: 'done',
      columns: ['title by Asha Rao'],
      createdAt: AT,
      finishedAt: AT,
      rows: 1,
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 1,
    },
  ],
  'views-of-listings.json': [
    { listingId: idOf(ASHA, 16), day: '2025-09-17', views: 4 },
    { listingId: idOf(ASHA, 1), day: '2025-09-17', views: 3 },
  ],
  'known-devices.json': [{ rememberedUntil: LATER }],
  'links.json': [
    {
      kind: 'reset',
      email: ASHA.email,
      createdAt: AT,
      expiresAt: LATER,
      endedAt: AT,
      endReason: 'used',
    },
  ],
  'email-change.json': [{ newEmail: 'new.asha.rao@example.in', wrongTries: 1, expiresAt: LATER }],
  'second-factor.json': [{ onSince: AT }],
  'list-exports.json': [
    ['properties', 'csv', 'running'],
    ['users', 'xlsx', 'ready'],
    ['loans', 'xlsx', 'failed'],
    ['payments', 'xlsx', 'ready'],
  ].map(([list, format, state], number) => ({
    id: idOf(ASHA, 90 + number),
    device: 'Phone of Asha Rao',
    list,
    format,
    query: 'q=Asha+Rao',
    state,
    rows: 3,
    bytes: 4,
    problem: 'Of a',
    createdAt: AT,
    endedAt: AT,
  })),
  'saved-views.json': [
    {
      id: idOf(ASHA, 80),
      list: 'property',
      name: 'Flats of Asha Rao',
      query: 'q=Asha+Rao',
      columns: '{"hidden":["city"],"pins":{},"widths":{}}',
      isShared: false,
      updatedAt: AT,
    },
  ],
  'saved-view-layers.json': [
    { viewId: idOf(ASHA, 80), query: 'q=a', isStart: true, updatedAt: AT },
  ],
  'events.json': [{ id: idOf(ASHA, 4), fields: { title: 'Visit of Asha Rao' }, ...SAVED }],
  'mention-mails.json': [{ isOn: true, sentAt: AT }],
  'mentions.json': [{ at: AT, readAt: AT }],
  'messages.json': [
    {
      id: idOf(ASHA, 17),
      listingId: idOf(ASHA, 16),
      decision: 'rejected',
      title: 'Draft of Asha Rao',
      decidedAt: AT,
      sentAt: AT,
      ...REASON,
    },
  ],
  'grievances.json': [0, 1].map((number) => ({
    id: idOf(ASHA, 70 + number),
    number: `G-0000-a00${number}`,
    about: 'person',
    listing: 'https://marketplace.example/Asha%20Rao',
    name: ASHA.fullName,
    email: ASHA.email,
    phoneNumber: '+91 a',
    text: 'Somebody calls himself Asha Rao.',
    createdAt: AT,
    dueAt: LATER,
    reply: 'Dear Asha Rao, it was removed.',
    repliedAt: AT,
    repliedBy: STAFF,
  })),
  'notified-devices.json': [{ pushService: 'push.example.com', since: AT }],
  'listings-as-written.json': [
    {
      id: idOf(ASHA, 16),
      state: 'withdrawn',
      video: '/media/videos/withdrawn-a.mp4',
      written: { title: 'Draft of Asha Rao' },
      ...SAVED,
    },
    expect.objectContaining({
      id: idOf(ASHA, 1),
      written: expect.objectContaining({ title: 'Flat of Asha Rao' }),
    }),
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
      status: 'pending',
      version: 1,
      createdAt: '2025-06-01T00:01:00.000Z',
      updatedAt: '2025-06-01T00:01:00.000Z',
      waitsSince: '2025-06-01T00:01:00.000Z',
      dueAt: '2025-06-02T12:30:00.000Z',
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
  'photos-and-videos.json': [
    {
      address: `/media/listings/${'2'.padStart(32, 'a')}/1600.webp`,
      listing: idOf(ASHA, 16),
      kind: 'photo',
      uploadedAt: AT,
      width: 1600,
      height: 1200,
      uploadedBytes: 400_000,
    },
  ],
  'rejections.json': [{ listingId: idOf(ASHA, 1), givenAt: AT, ...REASON }],
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
      { action: 'sign-in', entity: 'account', entityId: idOf(ASHA), actorId: idOf(ASHA) },
      { action: 'suspend', entity: 'account', entityId: idOf(ASHA), actorId: STAFF },
      { action: 'status', entity: 'listing', entityId: idOf(ASHA, 1), actorId: STAFF },
      { action: 'pan-reveal', entity: 'loan', entityId: idOf(ASHA, 2), actorId: STAFF },
      {
        action: 'grievance-answer',
        entity: 'grievance',
        entityId: idOf(ASHA, 71),
        actorId: STAFF,
      },
    ].map((entry, index) => ({
      ...entry,
      id: index + 1,
      at: AT,
      ...(entry.actorId !== STAFF && { device: 'Device a' }),
    })),
    expect.objectContaining({ action: 'export', actorId: idOf(ASHA), device: 'Firefox' }),
  ],
}

describe('an export of personal data', () => {
  test('contains every record of the person, and its README names every file', async () => {
    const { 'README.txt': readme = '', ...files } = await readArchive(await enter(ASHA))
    const withoutNull = (_: string, value: unknown) => value ?? undefined
    const read = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, JSON.parse(text, withoutNull)]),
    )
    expect(read).toEqual(OF_ASHA)
    expect(read['sessions.json']).toHaveLength(2)
    for (const name of Object.keys(read)) expect(readme).toContain(`\n${name}\n`)
  })

  test('has nothing of another person and no secret', async () => {
    const text = JSON.stringify(await readArchive(await enter(ASHA)))
    const foreign = [BINA.fullName, BINA.email, BINA.pan, 'pay_b', 'key-of-b', 'bbbbbb', '+91 b']
    for (const value of foreign) expect(text).not.toContain(value)
    const secrets = ['sealed', 'invited.by', '"answer', 'a'.repeat(40), 'scrypt', '_hash']
    for (const value of [...secrets, 'Device b', 'Device of staff'])
      expect(text).not.toContain(value)
  })

  test('contains each event once if the person has 1,202 events', async () => {
    const saved = { owner_id: idOf(ASHA), version: 1, created_at: AT, updated_at: AT }
    const events = Array.from({ length: 1_201 }, (_, number) => ({
      ...saved,
      id: idOf(ASHA, 1_000 + number),
      body: JSON.stringify({ title: `Visit ${number}`, note: crypto.randomUUID() }),
    }))
    await server.db.insertInto('events').values(events).execute()
    const { 'events.json': text = '' } = await readArchive(await enter(ASHA))
    const ids = (JSON.parse(text) as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual([...events.map(({ id }) => id), idOf(ASHA, 4)].sort())
  })

  test('has the date in its file name, and is sent uncompressed and with Cache-Control: no-store', async () => {
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

test('PERSONAL_PARTS exports every table and column of the database, or gives the reason for leaving a table out', async () => {
  const tables = await server.db.introspection.getTables()
  const ours = tables.filter(({ name }) => !/_grams/.test(name))
  expect(Object.keys(PERSONAL_PARTS.tables).sort()).toEqual(ours.map(({ name }) => name).sort())
  for (const { name, columns } of ours) {
    const exported = PERSONAL_PARTS.tables[name as keyof Tables] // safe cast: the names were compared above
    if ('leftOut' in exported) expect(exported.leftOut).toMatch(/\.$/)
    else
      expect(Object.keys(exported.columns).sort(), name).toEqual(
        columns.map((column) => column.name).sort(),
      )
  }
})

test('the two people have rows in every table that can have rows of a person', async () => {
  // The other tables are about no person, except `account_deletions`, which the tests of the erasure fill.
  const others =
    'account_deletions boost_days ended_epochs rejection_rule restores review_flow review_rules schedules webhooks'
  const empty: string[] = []
  for (const table of Object.keys(PERSONAL_PARTS.tables) as (keyof Tables)[]) {
    const rows = await server.db.selectFrom(table).selectAll().limit(1).execute()
    if (rows.length === 0) empty.push(table)
  }
  expect(empty.sort()).toEqual(others.split(' '))
})

/** Sign-ins of Asha that are over: enough for several reads of 500 rows. */
async function seeManySessions(): Promise<void> {
  const { token_hash: _, ...row } = await server.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', idOf(ASHA))
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 1_500 }, (_, number) => ({
    ...row,
    token_hash: `ended-${number}`,
    // Does not compress, so that each read becomes parts of the download.
    device_label: randomBytes(100).toString('hex'),
  }))
  for (let from = 0; from < rows.length; from += 100)
    await server.db
      .insertInto('sessions')
      .values(rows.slice(from, from + 100))
      .execute()
}

test('a download breaks off once its session has ended, and goes on past the ten minutes of its confirmation', async () => {
  await seeManySessions()
  const ask = async () => {
    const token = await enter(ASHA)
    const answer = await server.app.request('/api/auth/export', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done ?? true) return
    }
    return { token, rest }
  }
  const slow = await ask()
  server.clock.advance(11 * MINUTE_MS)
  await slow.rest()
  const revoked = await ask()
  await call(server, 'POST', '/api/auth/logout', { token: revoked.token })
  await expect(revoked.rest()).rejects.toThrow('Sign in to go on.')
})
