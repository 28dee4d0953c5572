import { beforeEach, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { findPosting } from '#server/listings/changes/listing-state-service.ts'
import { importAgain } from '#server/listings/import/item-import-service.ts'
import {
  expireListings,
  forgetOldDrafts,
  remindOwners,
} from '#server/listings/market/expiry-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import type { ListingChangeKind } from '#server/platform/database/rows/listing-rows.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { WEBHOOK_EVENTS } from '#src/domain/webhook.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import {
  ASHA_ID,
  OLD_LISTING,
  postingForEachTest,
} from '#tests/server/listings/content/posting-server.ts'

// Every kind of change of a listing, and all that follows from it in its transaction. A kind that is added to the type needs
// a row here, and a subscriber that is added needs a column.

const DAY_MS = 86_400_000
const ID = 'd'.repeat(23).padStart(24, '0')
const PHOTO = 'a'.repeat(32)
const WITH_PHOTO = { ...FLAT, media: [PHOTO] }

const { server, asha, operator } = postingForEachTest()

type Kind = Exclude<ListingChangeKind, 'removed'>

/** What follows from a change. A column that is left out has not changed. */
interface Effects {
  /** The row of the log: what it was from and to, and whether the operator's list got a revision. */
  log: string
  revision?: true
  /** The version of the published form, afterwards; null if there is none. */
  version?: number | null
  audit?: unknown[]
  webhooks?: string[]
  /** The messages about the listing, afterwards: `unsent`, or `in inbox`. */
  messages?: string[]
  reason?: string | null
  /** Of the photo: whether a version of the listing contains it, or whether it is gone. */
  photo?: 'used' | 'unused' | 'gone'
  views?: 'gone'
  words?: string | null
}

const wordsOf = (title: string) => expect.stringContaining(title.toLowerCase().split(' ')[0] ?? '')

/** What is done before: the listing is then saved, in review, live, rejected or withdrawn. */
const BEFORE = {
  nothing: async () => {},
  saved: () => asha.save(ID, FLAT),
  inReview: () => asha.submit(ID, WITH_PHOTO),
  live: async () => {
    await BEFORE.inReview()
    await operator.decide(ID, 'approved')
  },
  rejected: async () => {
    await BEFORE.inReview()
    await operator.decide(ID, 'rejected')
  },
  explained: async () => {
    await BEFORE.rejected()
    await operator.explain(ID)
  },
  withdrawn: async () => {
    await BEFORE.live()
    await asha.act(ID, 'withdraw')
  },
}

interface Case {
  title: string
  kind: Kind
  before: keyof typeof BEFORE
  act: () => Promise<unknown>
  effects: Effects
}

const later = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS)
const NEW_TITLE = { ...WITH_PHOTO, title: 'Bright 2 BHK' }
const REMOVED = { photo: 'gone', views: 'gone' } as const
const OFF_LIST: Omit<Effects, 'log'> = {
  revision: true,
  version: null,
  words: null,
  webhooks: ['listing.deleted'],
}

const CASES: Case[] = [
  {
    title: 'a first draft',
    kind: 'saved',
    before: 'nothing',
    act: () => asha.save(ID, WITH_PHOTO),
    effects: { log: 'null>null', photo: 'used' },
  },
  {
    title: 'a draft without the photo of the submitted version',
    kind: 'saved',
    before: 'inReview',
    act: () => asha.save(ID, FLAT),
    effects: { log: 'pending>pending' },
  },
  {
    title: 'a first submission',
    kind: 'submitted',
    before: 'saved',
    act: () => asha.act(ID, 'submit'),
    effects: {
      log: 'null>pending',
      revision: true,
      version: 1,
      webhooks: ['listing.changed'],
      words: wordsOf('sunlit'),
    },
  },
  {
    title: 'a new price of a live listing',
    kind: 'submitted',
    before: 'live',
    act: () => asha.submit(ID, { ...WITH_PHOTO, rent: 33_000 }),
    effects: {
      log: 'approved>approved',
      revision: true,
      version: 3,
      webhooks: ['listing.changed'],
    },
  },
  {
    title: 'a correction of a rejected listing',
    kind: 'submitted',
    before: 'explained',
    act: () => asha.submit(ID, NEW_TITLE),
    effects: {
      log: 'rejected>pending',
      revision: true,
      version: 3,
      audit: ['status rejected>pending'],
      webhooks: ['listing.changed'],
      messages: ['rejected photos in inbox'],
      reason: null,
      words: wordsOf('bright'),
    },
  },
  {
    title: 'a submission of a withdrawn listing',
    kind: 'submitted',
    before: 'withdrawn',
    act: () => asha.act(ID, 'submit'),
    effects: {
      log: 'null>pending',
      revision: true,
      version: 3,
      webhooks: ['listing.changed'],
      words: wordsOf('sunlit'),
    },
  },
  {
    title: 'a listing that its site sends again',
    kind: 'submitted',
    before: 'live',
    act: () => importTitle('Bright 2 BHK'),
    effects: {
      log: 'approved>pending',
      revision: true,
      version: 3,
      audit: ['status approved>pending'],
      webhooks: ['listing.changed'],
      words: wordsOf('bright'),
    },
  },
  {
    title: 'a withdrawal',
    kind: 'withdrawn',
    before: 'live',
    act: () => asha.act(ID, 'withdraw'),
    effects: { log: 'approved>null', ...OFF_LIST },
  },
  {
    title: 'a withdrawal of a rejected listing',
    kind: 'withdrawn',
    before: 'explained',
    act: () => asha.act(ID, 'withdraw'),
    effects: { log: 'rejected>null', ...OFF_LIST, reason: null },
  },
  {
    title: 'a sale',
    kind: 'sold',
    before: 'live',
    act: () => asha.act(ID, 'sold'),
    effects: { log: 'approved>approved', revision: true },
  },
  {
    title: 'a renewal',
    kind: 'renewed',
    before: 'live',
    act: () => asha.act(ID, 'renew'),
    effects: { log: 'approved>approved' },
  },
  {
    title: 'the end of an approval',
    kind: 'expired',
    before: 'live',
    act: () => expireListings(server.db, later(91)),
    effects: { log: 'approved>approved', revision: true },
  },
  {
    title: 'a reminder',
    kind: 'reminded',
    before: 'live',
    act: () => remindOwners(server, later(84)),
    effects: { log: 'approved>approved' },
  },
  {
    title: 'an approval',
    kind: 'decided',
    before: 'inReview',
    act: () => operator.decide(ID, 'approved'),
    effects: {
      log: 'pending>approved',
      revision: true,
      version: 2,
      audit: ['status pending>approved'],
      webhooks: ['listing.decided'],
      messages: ['approved unsent'],
    },
  },
  {
    title: 'an undone rejection with its reason',
    kind: 'decided',
    before: 'explained',
    act: () => operator.decide(ID, 'pending'),
    effects: {
      log: 'rejected>pending',
      revision: true,
      version: 3,
      audit: ['status rejected>pending'],
      webhooks: ['listing.decided'],
      messages: [],
      reason: null,
    },
  },
  {
    title: 'a rejection together with its reason',
    kind: 'decided',
    before: 'inReview',
    act: () => rejectWithReason(),
    effects: {
      log: 'pending>rejected',
      revision: true,
      version: 2,
      audit: ['status pending>rejected', 'reason null>photos'],
      webhooks: ['listing.decided'],
      messages: ['rejected photos unsent'],
      reason: 'photos',
    },
  },
  {
    title: 'a reason after the rejection',
    kind: 'explained',
    before: 'rejected',
    act: () => operator.explain(ID),
    effects: {
      log: 'null>photos',
      revision: true,
      audit: ['reason null>photos'],
      webhooks: ['listing.decided'],
      messages: ['rejected photos unsent'],
      reason: 'photos',
    },
  },
  {
    title: 'an assignment',
    kind: 'assigned',
    before: 'inReview',
    async act() {
      const personId = await server.findAccountId()
      await operator.ask('PUT', 'assignments', { listingIds: [ID], personId })
    },
    effects: {
      log: 'pending>pending',
      revision: true,
      audit: [expect.stringMatching(/^assign null>[0-9a-f]{24}$/)],
    },
  },
  {
    title: 'a deletion by the operator',
    kind: 'deleted',
    before: 'explained',
    act: () => operator.ask('DELETE', `properties/${ID}`),
    effects: {
      log: 'rejected>null',
      ...OFF_LIST,
      ...REMOVED,
      audit: ['delete rejected>null'],
      messages: [],
      reason: null,
    },
  },
  {
    title: 'a deletion of a withdrawn listing by its owner',
    kind: 'discarded',
    before: 'withdrawn',
    act: () => asha.remove(ID),
    effects: { log: 'null>null', ...REMOVED, messages: [] },
  },
  {
    title: 'the end of a draft that nobody has changed for a year',
    kind: 'forgotten',
    before: 'saved',
    act: () => forgetOldDrafts(server.db, later(366)),
    effects: { log: 'null>null', ...REMOVED },
  },
  {
    title: 'an erasure of the owner',
    kind: 'erased',
    before: 'live',
    act: () => eraseAgain(server.db, [ASHA_ID], server.clock.now(), PERSONAL_PARTS),
    effects: {
      log: 'approved>null',
      ...OFF_LIST,
      ...REMOVED,
      messages: [],
      webhooks: ['listing.deleted', 'listing.deleted'], // she has two listings
    },
  },
]

beforeEach(async () => {
  const at = server.clock.now().toISOString()
  const { user_id: owner } = await server.db
    .selectFrom('staff')
    .select('user_id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('webhooks')
    .values({
      id: 'e'.repeat(24),
      address: 'https://hooks.example/',
      events: WEBHOOK_EVENTS.join(' '),
      secret_sealed: '',
      state: 'active',
      failures: 0,
      created_by: owner,
      created_at: at,
    })
    .execute()
  await server.db
    .insertInto('media')
    .values({
      id: PHOTO,
      owner_id: ASHA_ID,
      posting_id: ID,
      kind: 'photo',
      created_at: at,
      unused_since: at,
      width: 1,
      height: 1,
      bytes: 1,
      checksum: 'c',
    })
    .execute()
  await server.db.insertInto('listing_views').values({ listing_id: ID, day: 1, views: 1 }).execute()
})

test.each(CASES)('$kind: $title', async ({ kind, before, act, effects }) => {
  await BEFORE[before]()
  await server.db.deleteFrom('jobs').where('kind', '=', 'webhooks').execute()
  const first = await readEffects()
  await act()
  const last = await readEffects()
  const kinds = last.kinds.slice(first.kinds.length)
  const { log, revision, ...others } = effects
  expect(kinds.at(-1)).toBe(`${kind} ${log}${revision ? ' on the list' : ''}`)
  expect(last.revision > first.revision).toBe(revision ?? false)
  expect(last.audit.slice(first.audit.length)).toEqual(others.audit ?? [])
  expect(last.webhooks).toEqual(others.webhooks ?? [])
  const { version, messages, reason, photo, views, words } = { ...first, views: 'kept', ...others }
  expect({ ...last, views: last.views ? 'kept' : 'gone' }).toMatchObject({
    version,
    messages,
    reason,
    photo,
    views,
    words,
  })
})

test('each kind of change has a case', () => {
  const kinds = new Set(CASES.map(({ kind }) => kind))
  const all: Record<Kind, true> = {
    saved: true,
    submitted: true,
    withdrawn: true,
    sold: true,
    renewed: true,
    expired: true,
    reminded: true,
    decided: true,
    explained: true,
    assigned: true,
    deleted: true,
    discarded: true,
    forgotten: true,
    erased: true,
  }
  expect([...kinds].sort()).toEqual(Object.keys(all).sort())
})

test('the log names who changed a listing and from which device, and an erasure takes both out', async () => {
  await BEFORE.live()
  const actors = () =>
    server.db
      .selectFrom('listing_changes')
      .select(['kind', 'actor_id', 'device_label'])
      .where('listing_id', '=', ID)
      .where('actor_id', '=', ASHA_ID)
      .execute()
  expect((await actors()).map(({ kind }) => kind)).toEqual(['saved', 'submitted'])
  expect((await actors())[0]?.device_label).toMatch(/\w/)
  await eraseAgain(server.db, [ASHA_ID], server.clock.now(), PERSONAL_PARTS)
  expect(await actors()).toEqual([])
})

test('decisions about a listing from before its owner changed it here end nothing and send no message', async () => {
  const listMessages = () => server.db.selectFrom('messages').selectAll().execute()
  await operator.decide(OLD_LISTING, 'rejected')
  expect(await listMessages()).toEqual([])
  await operator.decide(OLD_LISTING, 'approved')
  const before = await findPosting(server.db, OLD_LISTING)
  expect(before).toMatchObject({ is_from_before: 1, expires_at: null, published_version: 3 })
  await asha.act(OLD_LISTING, 'renew')
  await operator.decide(OLD_LISTING, 'rejected')
  expect(await findPosting(server.db, OLD_LISTING)).toMatchObject({ is_from_before: 0 })
  expect(await listMessages()).toHaveLength(1)
})

test('an after-effect that fails undoes the whole change', async () => {
  await BEFORE.inReview()
  const before = await readEffects()
  await server.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  expect((await operator.decide(ID, 'approved')).status).toBe(500)
  await server.db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
  expect(await readEffects()).toEqual(before)
})

async function readEffects() {
  const { db } = server
  const log = await db
    .selectFrom('listing_changes')
    .selectAll()
    .where('listing_id', '=', ID)
    .orderBy('n')
    .execute()
  const { value: revision } = await db
    .selectFrom('revisions')
    .select('value')
    .executeTakeFirstOrThrow()
  const listing = await db
    .selectFrom('listings')
    .select('version')
    .where('id', '=', ID)
    .executeTakeFirst()
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', ID)
    .orderBy('id')
    .execute()
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'webhooks')
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('listing_id', '=', ID)
    .execute()
  const reason = await db
    .selectFrom('listing_reasons')
    .select('code')
    .where('listing_id', '=', ID)
    .executeTakeFirst()
  const photo = await db
    .selectFrom('media')
    .select('unused_since')
    .where('id', '=', PHOTO)
    .executeTakeFirst()
  const views = await db
    .selectFrom('listing_views')
    .selectAll()
    .where('listing_id', '=', ID)
    .execute()
  const words = await db
    .selectFrom('listing_words')
    .select('text')
    .where('id', '=', ID)
    .executeTakeFirst()
  return {
    kinds: log.map(
      (row) =>
        `${row.kind} ${row.from_value}>${row.to_value}${row.revision === null ? '' : ' on the list'}`,
    ),
    revision,
    version: listing?.version ?? null,
    audit: audit.map((row) => `${row.action} ${row.from_value}>${row.to_value}`),
    webhooks: jobs.map(({ payload }) => JSON.parse(payload).event),
    messages: messages.map(({ status, reason_code, left_at }) =>
      [status, reason_code, left_at === null ? 'unsent' : 'in inbox'].filter(Boolean).join(' '),
    ),
    reason: reason?.code ?? null,
    photo: photo ? (photo.unused_since === null ? 'used' : 'unused') : 'gone',
    views: views.length > 0,
    words: words?.text ?? null,
  }
}

function rejectWithReason() {
  const reason = { code: 'photos', note: '', changesNeeded: true }
  const headers = { 'Idempotency-Key': 'a-key-of-the-rejection-1' }
  return operator.ask('PATCH', `properties/${ID}/status`, { status: 'rejected', reason }, headers)
}

function importTitle(title: string) {
  const now = server.clock.now()
  const draft = { ...EMPTY_DRAFT, ...WITH_PHOTO, title }
  const order = { ownerId: ASHA_ID, by: { userId: ASHA_ID, deviceLabel: 'Import' }, now }
  return server.db.transaction().execute(async (trx) => {
    const posting = await findPosting(trx, ID)
    if (posting) await importAgain(trx, posting, { draft, isWaiting: false }, order)
  })
}
