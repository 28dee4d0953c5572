// @module-tag long

import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NEVER_SUBMITTED } from '#server/platform/database/listing-record.ts'
import type { LinkRow, UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { ClaimRow } from '#server/platform/database/rows/claim-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { groupIndian } from '#src/domain/money.ts'
import * as retention from '#src/domain/retention.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

// src/domain/retention.ts has the retention periods that the privacy policy states. The tests run with these periods
// and again with doubled periods. So they fail if the server or the privacy policy has a hard-coded period.

type Numbers = typeof retention

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const log = makeLog('silent', { write: () => undefined })
const FROM = '203.0.113.5'

/** Imports the modules under test again, so that they read the mocked retention periods. */
async function load() {
  return {
    ...(await import('#server/accounts/people/account-repository.ts')),
    ...(await import('#server/accounts/erasure/deletion-service.ts')),
    ...(await import('#server/accounts/erasure/erasure-service.ts')),
    ...(await import('#server/accounts/links/link-service.ts')),
    ...(await import('#server/accounts/passkeys/passkey-challenge-service.ts')),
    ...(await import('#server/accounts/second-factor/challenge-service.ts')),
    ...(await import('#server/platform/limits/attempt-counter.ts')),
    ...(await import('#server/platform/idempotency/idempotency-service.ts')),
    ...(await import('#server/listings/import/import-file-service.ts')),
    ...(await import('#server/platform/config/server-settings.ts')),
    ...(await import('#server/listings/media/listing-media-service.ts')),
    ...(await import('#server/operations/expiry-cleanup.ts')),
    ...(await import('#server/operations/personal-parts.ts')),
    ...(await import('#server/platform/database/backup/backup-before-migration.ts')),
    ...(await import('#src/features/policies/privacy-policy-text.ts')),
    ...(await import('#tests/server/api-call.ts')),
    ...(await import('#tests/support/server/scheduled-run.ts')),
    ...(await import('#tests/server/accounts/sign-in/end-user-calls.ts')),
    ...(await import('#tests/support/server/server-for-test.ts')),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

interface Parts {
  server: TestServer
  made: Loaded
  /** The account of the operator, who owns the rows. */
  owner: UserRow
  now: Date
}

interface Kept {
  table: keyof Tables
  /** What the privacy policy must say about the row, word for word. */
  says: (numbers: Numbers) => string[]
  /** The time from the row's creation to its deletion. */
  keptMs: (numbers: Numbers) => number
  /** Creates one row of the table. */
  create: (parts: Parts) => Promise<unknown>
}

const KEPT: Readonly<Record<string, Kept>> = {
  'a session and its record': {
    table: 'sessions',
    says: (n) => [
      `sessions for ${n.SESSION_DAYS} days, and a note`,
      `signed in for ${n.ENDED_SESSION_DAYS} days after that`,
      `Sessions end after ${n.SESSION_DAYS} days at the latest`,
    ],
    keptMs: (n) => (n.SESSION_DAYS + n.ENDED_SESSION_DAYS) * DAY_MS,
    create: ({ server }) => server.signIn(),
  },
  'the record of a session that the person ended': {
    table: 'sessions',
    says: (n) => [`signed in for ${n.ENDED_SESSION_DAYS} days after that`],
    keptMs: (n) => n.ENDED_SESSION_DAYS * DAY_MS,
    create: async ({ server, made }) => {
      const token = await server.signIn()
      expect((await made.call(server, 'POST', '/api/auth/logout', { token })).status).toBe(200)
    },
  },
  'a known device': {
    table: 'known_devices',
    says: (n) => [`the mark of a device for ${n.KNOWN_DEVICE_DAYS} days`],
    keptMs: (n) => n.KNOWN_DEVICE_DAYS * DAY_MS,
    create: signInAsOperator,
  },
  'an invitation': {
    table: 'links',
    says: (n) => [
      `invites you to the team, which works for ${n.INVITATION_HOURS} hours`,
      `until ${n.ENDED_LINK_DAYS} days after the link was used`,
    ],
    keptMs: (n) => n.INVITATION_HOURS * HOUR_MS + n.ENDED_LINK_DAYS * DAY_MS,
    create: (parts) => writeLink(parts, { kind: 'invitation', role: 'viewer' }),
  },
  'a used invitation': {
    table: 'links',
    says: (n) => [`until ${n.ENDED_LINK_DAYS} days after the link was used`],
    keptMs: (n) => n.ENDED_LINK_DAYS * DAY_MS,
    create: async (parts) => {
      await writeLink(parts, { kind: 'invitation', role: 'viewer' })
      const end = { ended_at: parts.now.toISOString(), end_reason: 'used' as const }
      await parts.server.db.updateTable('links').set(end).execute()
    },
  },
  'a link that sets a password': {
    table: 'links',
    says: (n) => [`sets a password, which works for ${n.RESET_MINUTES} minutes`],
    keptMs: (n) => n.RESET_MINUTES * MINUTE_MS + n.ENDED_LINK_DAYS * DAY_MS,
    create: (parts) => writeLink(parts, { kind: 'reset', role: null }),
  },
  'a registration': {
    table: 'registrations',
    says: (n) => [`not proven by a code for ${n.REGISTRATION_HOURS} hours, with its events`],
    keptMs: (n) => n.REGISTRATION_HOURS * HOUR_MS,
    create: ({ server, made }) => made.register(server),
  },
  'a one-time code': {
    table: 'codes',
    says: (n) => [
      `one-time codes for ${n.CODE_MINUTES} minutes`,
      `until the address is proven, for ${n.REGISTRATION_HOURS} hours at most`,
    ],
    keptMs: (n) => n.REGISTRATION_HOURS * HOUR_MS,
    create: ({ server, made }) => made.register(server),
  },
  'a counted try': {
    table: 'attempts',
    says: (n) => [`attempts to sign in, for ${n.ATTEMPT_HOURS} hours`],
    keptMs: (n) => n.ATTEMPT_HOURS * HOUR_MS,
    create: ({ server, made, now }) => {
      const attempt = { subject: 'f'.repeat(64), network: FROM, now }
      return made.countAttempt(server.db, server.appSecret, 'sign-in', attempt)
    },
  },
  'a new e-mail address': {
    table: 'email_changes',
    says: (n) => [`address that no code has proven for ${n.CODE_MINUTES} minutes`],
    keptMs: (n) => n.CODE_MINUTES * MINUTE_MS,
    create: async ({ server, made }) => {
      const body = { password: server.operator.password, email: 'new@example.in' }
      const asked = { token: await server.signIn(), body }
      expect((await made.call(server, 'POST', '/api/auth/email', asked)).status).toBe(200)
    },
  },
  'a sign-in that waits for its second step': {
    table: 'sign_in_challenges',
    says: (n) => [`its second step or for a passkey for ${n.CHALLENGE_MINUTES} minutes`],
    keptMs: (n) => n.CHALLENGE_MINUTES * MINUTE_MS,
    create: async ({ server, made, owner, now }) => {
      const secret = { user_id: owner.id, sealed: 'x', confirmed_at: now.toISOString() }
      await server.db
        .insertInto('totp_secrets')
        .values({ ...secret, last_step: 0 })
        .execute()
      await made.openStepIfDue(server.db, server, owner, now)
    },
  },
  'a sign-in that sets up its second step': {
    table: 'sign_in_challenges',
    says: (n) => [`or for ${n.SETUP_MINUTES} minutes while that step is set up`],
    keptMs: (n) => n.SETUP_MINUTES * MINUTE_MS,
    create: async ({ server, made, owner, now }) => {
      await server.db
        .insertInto('factor_rules')
        .values({ role: 'owner', is_required: 1 })
        .onConflict((conflict) => conflict.column('role').doUpdateSet({ is_required: 1 }))
        .execute()
      await made.openStepIfDue(server.db, server, owner, now)
    },
  },
  'the challenge of a passkey': {
    table: 'passkey_challenges',
    says: (n) => [`or for a passkey for ${n.CHALLENGE_MINUTES} minutes`],
    keptMs: (n) => n.CHALLENGE_MINUTES * MINUTE_MS,
    create: ({ server, made, now }) => {
      const ceremony = { purpose: 'sign-in', userId: null, challenge: 'c' } as const
      return made.storeChallenge(server.write, { ...ceremony, now })
    },
  },
  'a draft of a listing': {
    table: 'postings',
    says: (n) => [`a draft of a listing for ${n.DRAFT_DAYS} days after your last change`],
    keptMs: (n) => n.DRAFT_DAYS * DAY_MS,
    create: ({ server, owner, now }) => {
      const at = now.toISOString()
      const draft = { id: 'a'.repeat(24), seller_state: 'draft', version: 1, body: '{}' } as const
      return server.db
        .insertInto('postings')
        .values({
          ...NEVER_SUBMITTED,
          ...draft,
          owner_id: owner.id,
          created_at: at,
          updated_at: at,
        })
        .execute()
    },
  },
  'a photo that no listing contains': {
    table: 'media',
    says: (n) => [`that no version of a listing contains for ${n.UPLOAD_HOURS} hours`],
    keptMs: (n) => n.UPLOAD_HOURS * HOUR_MS,
    create: ({ server, made, owner, now }) => {
      const names = { id: 'a'.repeat(32), ownerId: owner.id, postingId: 'a'.repeat(24) }
      const photo = { kind: 'photo', width: 4, height: 3, duration_ms: null, bytes: 9 } as const
      const marks = { checksum: '', perceptual_hash: null, crop_hashes: null, thumbhash: null }
      return made.addMedia(server.db, { ...names, ...photo, ...marks, now })
    },
  },
  'a photo of a visit': {
    table: 'visit_photos',
    says: (n) => [`during a visit to a property for ${n.VISIT_PHOTO_DAYS} days after it`],
    keptMs: (n) => n.VISIT_PHOTO_DAYS * DAY_MS,
    create: ({ server, owner, now }) =>
      server.db
        .insertInto('visit_photos')
        .values({
          id: 'a'.repeat(32),
          listing_id: 'a'.repeat(24),
          person_id: owner.id,
          visit_id: 'a'.repeat(24),
          taken_at: now.toISOString(),
          stored_at: now.toISOString(),
          bytes: 9,
          width: 4,
          height: 3,
          thumbhash: null,
        })
        .execute(),
  },
  'the export of a list': {
    table: 'exports',
    says: (n) => [`that a person of our team exports for ${n.EXPORT_HOURS} hours`],
    keptMs: (n) => n.EXPORT_HOURS * HOUR_MS,
    create: ({ server, owner, now }) =>
      server.db
        .insertInto('exports')
        .values({
          id: 'a'.repeat(24),
          user_id: owner.id,
          device_label: '',
          list: 'users',
          format: 'csv',
          query: '',
          sees_details: 0,
          state: 'failed',
          row_count: 0,
          total: null,
          file: null,
          bytes: null,
          problem: '',
          created_at: now.toISOString(),
          ended_at: now.toISOString(),
        })
        .execute(),
  },
  'an upload that is not finished': {
    table: 'uploads',
    says: (n) => [`that was not finished, and a photo or video`, `for ${n.UPLOAD_HOURS} hours`],
    keptMs: (n) => n.UPLOAD_HOURS * HOUR_MS,
    create: ({ server, owner, now }) => {
      const file = { id: 'a'.repeat(32), owner_id: owner.id, bytes: 9, is_wanted: 0 }
      return server.db
        .insertInto('uploads')
        .values({ ...file, created_at: now.toISOString() })
        .execute()
    },
  },
  'a message about a decision': {
    table: 'messages',
    says: (n) => [`a message about a decision on a listing for ${n.MESSAGE_DAYS} days`],
    keptMs: (n) => n.MESSAGE_DAYS * DAY_MS,
    create: ({ server, owner, now }) => {
      const at = now.toISOString()
      const approval = { status: 'approved', from_status: 'pending' } as const
      const names = { id: 'b'.repeat(24), user_id: owner.id, listing_id: 'a'.repeat(24) }
      return server.db
        .insertInto('messages')
        .values({ ...names, ...approval, decided_at: at, due_at: at, left_at: at })
        .execute()
    },
  },
  'how long a submission waited': {
    table: 'review_waits',
    says: (n) => [`by when you were told to expect a decision, for ${n.WAIT_DAYS} days after`],
    keptMs: (n) => n.WAIT_DAYS * DAY_MS,
    create: async ({ server, owner, now }) => {
      const at = now.toISOString()
      const id = 'c'.repeat(24)
      const listing = { id, owner_id: owner.id, seller_state: 'posted', version: 1 } as const
      await server.db
        .insertInto('postings')
        .values({ ...NEVER_SUBMITTED, ...listing, body: '{}', created_at: at, updated_at: at })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return server.db
        .insertInto('review_waits')
        .values({ listing_id: id, since: at, is_again: 0, decided_at: at })
        .execute()
    },
  },
  'what is kept of a deleted listing': {
    table: 'deleted_listings',
    says: (n) => [`words, photos and video, for ${n.DELETED_LISTING_DAYS} days after its deletion`],
    keptMs: (n) => n.DELETED_LISTING_DAYS * DAY_MS,
    create: ({ server, owner, now }) =>
      server.db
        .insertInto('deleted_listings')
        .values({
          id: 'd'.repeat(24),
          owner_id: owner.id,
          first_seen_at: now.toISOString(),
          deleted_at: now.toISOString(),
          property_type: 'Apartment',
          sale_type: 'Sell',
          city: 'Pune',
          pincode: '411045',
          words: '',
          floors: '',
          photos: '[]',
          videos: '[]',
        })
        .execute(),
  },
  'an answered grievance': {
    table: 'grievances',
    says: (n) => [`a grievance for ${groupIndian(n.GRIEVANCE_DAYS)} days after its answer`],
    keptMs: (n) => n.GRIEVANCE_DAYS * DAY_MS,
    create: ({ server, now }) => {
      const at = now.toISOString()
      const row = {
        id: 'b'.repeat(24),
        number: 'G-0000-0001',
        kind: 'other',
        name: 'Mira',
      } as const
      const answer = { answer: 'It is removed.', answered_at: at }
      return server.db
        .insertInto('grievances')
        .values({
          ...row,
          email: 'm@example.in',
          text: 'Help.',
          created_at: at,
          due_at: at,
          ...answer,
        })
        .execute()
    },
  },
  'a device that viewed a listing': {
    table: 'listing_viewers',
    says: (n) => [`from the page of a listing, for ${n.VIEWER_HOURS} hours`],
    keptMs: (n) => n.VIEWER_HOURS * HOUR_MS,
    create: async ({ server }) => {
      // The row is deleted a fixed time after the start of its day, so continue at the next midnight in India.
      const intoDayMs = (server.clock.now().getTime() + 5.5 * HOUR_MS) % DAY_MS
      server.clock.advance(DAY_MS - intoDayMs)
      const day = (server.clock.now().getTime() + 5.5 * HOUR_MS) / DAY_MS
      await server.db
        .insertInto('listing_viewers')
        .values({ listing_id: 'a'.repeat(24), day, viewer: 'f'.repeat(64) })
        .execute()
    },
  },
  'a file of listings': {
    table: 'imports',
    says: (n) => [`a file of your listings that was imported here for ${n.IMPORT_DAYS} days`],
    keptMs: (n) => n.IMPORT_DAYS * DAY_MS,
    create: ({ server, made, now }) => {
      const by = { userId: null, deviceLabel: 'x', now }
      const csv = async () => Buffer.from('ref\na')
      return made.receiveFile(
        { write: server.write, writeAsServer: server.write },
        { fileName: 'flats.csv', by },
        csv,
      )
    },
  },
  'a change of a listing': {
    table: 'listing_changes',
    says: (n) => [`for ${n.IDEMPOTENCY_DAYS} days, so that every device learns`],
    keptMs: (n) => n.IDEMPOTENCY_DAYS * DAY_MS,
    create: ({ server, now }) =>
      server.db
        .insertInto('listing_changes')
        .values({
          listing_id: 'e'.repeat(24),
          kind: 'withdrawn',
          revision: 1,
          at: now.toISOString(),
        })
        .execute(),
  },
  'the answer to a keyed change': {
    table: 'receipts',
    says: (n) => [`whether it was made, for ${n.IDEMPOTENCY_DAYS} days`],
    keptMs: (n) => n.IDEMPOTENCY_DAYS * DAY_MS,
    create: ({ server, made }) => {
      const asked = { userId: 'u', key: 'k'.repeat(16), method: 'PUT', path: '/', body: '' }
      const answer = { status: 200, body: '', etag: null } as const
      const stored = { entityId: 'e'.repeat(24), version: null }
      const change = { apply: async () => ({ ...answer, stored }), rebuild: async () => answer }
      return made.applyOnce(server.write, server.clock.now, asked, change)
    },
  },
}

function signInAsOperator({ server, made }: Parts) {
  return made.call(server, 'POST', '/api/auth/login', { body: server.operator })
}

function writeLink({ server, made, now }: Parts, kind: Pick<LinkRow, 'kind' | 'role'>) {
  const to = { account_id: 'a'.repeat(24), email: 'meera@example.in', invited_by: null }
  return made.writeLink(server.db, { ...kind, ...to, now })
}

describe.each([1, 2])('with the retention periods times %i', (times) => {
  const numbers = Object.fromEntries(
    Object.entries(retention).map(([name, number]) => [name, number * times]),
  ) as Numbers // safe cast: it has the same names, with other numbers
  let made: Loaded

  beforeAll(async () => {
    vi.resetModules()
    vi.doMock('#src/domain/retention.ts', () => numbers)
    made = await load()
  })
  afterAll(() => {
    vi.doUnmock('#src/domain/retention.ts')
    vi.resetModules()
  })

  const readPolicy = () =>
    JSON.stringify(made.PRIVACY_SECTIONS.flatMap(({ blocks }) => blocks.flat()))
  const start = (seed: 'none' | 'demo' = 'none') => {
    const { sessionTtlDays } = made.readSettings({})
    return made.startServerForTest({ seed, settings: { sessionTtlDays } })
  }

  test.each(Object.entries(KEPT))('%s is kept as long as the policy says', async (_, kept) => {
    const server = await start()
    const { db, background } = server
    const owner = await made.findOperator(db)
    if (!owner) throw new Error('the server has no operator')
    await kept.create({ server, made, owner, now: server.clock.now() })
    const endMs = server.clock.now().getTime() + kept.keptMs(numbers)
    const countAt = async (ms: number) => {
      await background.settle()
      await made.cleanUp({ ...server, log, clock: () => new Date(ms) }, () => false)
      return (await db.selectFrom(kept.table).selectAll().execute()).length
    }
    expect(await countAt(endMs - 1)).toBe(1)
    expect(await countAt(endMs)).toBe(0)
    for (const sentence of kept.says(numbers)) expect(readPolicy()).toContain(sentence)
  })

  test('the server keeps as many scheduled backups as the policy says', () => {
    const { backupKeep } = made.readSettings({})
    expect(backupKeep).toBe(numbers.BACKUPS_KEPT)
    expect(readPolicy()).toContain(`the newest ${backupKeep} backups that are made regularly`)
  })

  test('the server keeps as many backups from before updates as the policy says', async () => {
    const server = await start()
    const folder = makeFolderForTest()
    const backUp = made.backUpInto(folder)
    for (let update = 0; update <= numbers.MIGRATION_BACKUPS_KEPT; update += 1)
      await backUp(server.db, `${update}-update`)
    const kept = readdirSync(folder).filter((name) => name.endsWith('.backup')).length
    expect(kept).toBe(numbers.MIGRATION_BACKUPS_KEPT)
    expect(readPolicy()).toContain(`the newest ${kept} that are made before an update`)
  })

  test('an account is deleted as many days after the deletion request as the policy says', async () => {
    const server = await start('demo')
    const { demoUser, clock } = server
    const by = { actorId: demoUser.id, deviceLabel: 'Phone', network: FROM, now: clock.now() }
    const settings = { adminEmail: null, mediaDir: tmpdir() }
    const deps = { ...server, settings, parts: made.PERSONAL_PARTS }
    await made.requestAccountDeletion(deps, demoUser.id, { withdrawsConsent: false }, by)
    const endMs = clock.now().getTime() + numbers.DELETION_DAYS * DAY_MS
    expect(await made.eraseDueAccounts(deps, new Date(endMs - 1))).toBe(0)
    expect(await made.eraseDueAccounts(deps, new Date(endMs))).toBe(1)
    expect(readPolicy()).toContain(`You can keep it for ${numbers.DELETION_DAYS} days`)
  })

  test('who had a claimed listing is forgotten as many days after the claim as the policy says', async () => {
    const server = await start('demo')
    const { db, clock, background } = server
    const owner = await made.findOperator(db)
    const listing = await db.selectFrom('listings').select('id').limit(1).executeTakeFirstOrThrow()
    const now = clock.now().toISOString()
    const claim: ClaimRow = {
      listing_id: listing.id,
      person_id: owner?.id ?? null,
      device_id: null,
      fence: 1,
      claimed_at: now,
      expires_at: now,
      held_until: null,
      hold_reason: null,
      origin: 'opened',
      from_person_id: null,
      note: '',
      has_unsaved_text: 0,
      batch_id: null,
      first_claimed_at: now,
    }
    await db.insertInto('claims').values(claim).execute()
    const endMs = clock.now().getTime() + numbers.ENDED_CLAIM_DAYS * DAY_MS
    const findHolder = async (ms: number) => {
      await background.settle()
      await made.cleanUp({ ...server, log, clock: () => new Date(ms) }, () => false)
      const { person_id } = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow()
      return person_id
    }
    expect(await findHolder(endMs - 1)).toBe(owner?.id)
    expect(await findHolder(endMs)).toBeNull()
    const days = numbers.ENDED_CLAIM_DAYS
    expect(readPolicy()).toContain(`for ${days} ${days === 1 ? 'day' : 'days'} after they are done`)
  })

  test('the place of a visit is kept as long as the policy says', async () => {
    const server = await start('demo')
    const { db, clock, background } = server
    const listing = await db.selectFrom('postings').select('id').limit(1).executeTakeFirstOrThrow()
    const now = clock.now()
    await db
      .insertInto('visits')
      .values({
        id: 'a'.repeat(24),
        listing_id: listing.id,
        person_id: null,
        visited_at: now.toISOString(),
        stored_at: now.toISOString(),
        answers: '[]',
        note: 'Seen.',
        latitude_thousandths: 18_561,
        longitude_thousandths: 73_776,
      })
      .execute()
    const endMs = now.getTime() + numbers.VISIT_PLACE_DAYS * DAY_MS
    const findPlace = async (ms: number) => {
      await background.settle()
      await made.cleanUp({ ...server, log, clock: () => new Date(ms) }, () => false)
      const row = await db.selectFrom('visits').selectAll().executeTakeFirstOrThrow()
      return row.latitude_thousandths
    }
    expect(await findPlace(endMs - 1)).toBe(18_561)
    expect(await findPlace(endMs)).toBeNull()
    expect(readPolicy()).toContain(
      `if they added it, for ${numbers.VISIT_PLACE_DAYS} days after it`,
    )
  })

  test('the clean-up of expired data runs as often as the policy says', async () => {
    const server = await start()
    const { everyMs } = made.findScheduled(server, 'cleanup')
    expect(readPolicy()).toMatch(new RegExp(`by itself, within ${everyMs / HOUR_MS} hours? after`))
  })
})

test('the tests of this file compare every number of retention.ts with the policy', () => {
  // Collects the names of the numbers that KEPT reads, and adds the names that the six other tests read.
  const others = [
    'BACKUPS_KEPT',
    'MIGRATION_BACKUPS_KEPT',
    'DELETION_DAYS',
    'ENDED_CLAIM_DAYS',
    'VISIT_PLACE_DAYS',
    'CLEANUP_HOURS',
  ]
  const read = new Set(others)
  const spied = new Proxy(retention, {
    get(target, name) {
      read.add(String(name))
      return Reflect.get(target, name)
    },
  })
  for (const { says } of Object.values(KEPT)) says(spied)
  expect([...read].sort()).toEqual(Object.keys(retention).sort())
})
