import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { insertStaff } from '#server/accounts/people/staff-repository.ts'
import { findLiveSession, openSession } from '#server/accounts/sessions/session-service.ts'
import { seed } from '#server/demo/demo-seeding.ts'
import { followStaffChange } from '#server/listings/assignments/assignment-service.ts'
import { listLiveClaims } from '#server/listings/claims/claim-service.ts'
import { addMedia, findMedia } from '#server/listings/media/listing-media-service.ts'
import { createApp } from '#server/main/create-app.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { beginRun } from '#server/platform/database/revision.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { makeListCache } from '#server/platform/http/calls/list-cache.ts'
import { makeChangeFeed } from '#server/platform/live/change-feed.ts'
import { makeMailer } from '#server/platform/mail/mail-service.ts'
import { makeFolderStore } from '#server/platform/media/stores/folder-media-store.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { contactsOf, noteThreadOf } from '#src/domain/change.ts'
import { makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import type { DeskRecord } from '#tools/faults/model/desk-rules.ts'
import type { PostingContent, PostingRecord } from '#tools/faults/model/posting-act.ts'
import type { Design, RequestHandler } from '#tools/faults/sim/design.ts'
import { type DeathMoment, openSimDatabase, SimProcess } from '#tools/faults/sim/sim-process.ts'
import { listVisitEffects, watchVisits } from './visit-effects.ts'
import { makeVisitPhoto, watchVisitPhotos } from './visit-photo-effects.ts'

// The real server's handlers on an in-memory database. A trigger logs the changes of events, which the server's audit log does
// not contain. All schedules share one server, which is reset before each.

export const LISTINGS = 8
export const OPERATORS = ['operator-a', 'operator-b'] as const
export const MEMBERS = ['member-a', 'member-b'] as const
export type AccountName = (typeof OPERATORS)[number] | (typeof MEMBERS)[number]
export const ACCOUNTS: readonly AccountName[] = [...OPERATORS, ...MEMBERS]

/** One committed change on the server. */
export interface ServerEffect {
  order: number
  actorId: string
  device: string
  entity: 'listing' | 'event' | 'note' | 'contact' | 'visit'
  /** Of a note, that of all notes about its listing; of an attempt to contact an owner or a visit, that of all about the listing. */
  entityId: string
  /** 'status:approved', 'delete', 'reason:photos', 'create', 'update', 'written:' with the id of a note, 'call:' with a time, or that of `deedOfVisit`. */
  deed: string
  /** The key of a listing's change; null without one. */
  key: string | null
  /** The fields of an event after the change; null for a listing. */
  body: Record<string, unknown> | null
}

/** What the audit log says of a decision. It has also who should decide, and attempts to contact an owner. */
const DECISIONS = ['status', 'delete', 'reason'] as const
const METRICS = makeMetrics()

export type SimServer = Awaited<ReturnType<typeof startSimServer>>

export async function startSimServer() {
  const process = new SimProcess()
  const db = openSimDatabase(process)
  await migrate(db)
  await seed(db, makeMarket(marketOf()), testPans, 'no password fits')
  await addAccounts(db)
  await watchEvents(db)
  await watchPostings(db)
  await watchNotes(db)
  await watchVisits(db)
  await watchVisitPhotos(db)
  await prepareBeginning(db)
  let readClock = () => 0
  let lists = makeListCache()
  const log = pino({ level: 'silent' })
  const app = createApp({
    db,
    write: makeWrite(db),
    changes: makeChangeFeed({ db, log, readClaims: async () => '' }),
    clock: () => new Date(readClock()),
    settings: {
      sessionTtlDays: 365,
      staffIdleHours: 0,
      hstsSubdomains: 'on',
      adminEmail: null,
      corsOrigins: [],
      mediaHosts: [],
      trustedProxies: [],
      apiOrigin: null,
      requestsPerMinute: 0,
    },
    publicUrl: 'https://marketplace.example',
    log,
    mailer: makeMailer({ smtpUrl: null, mailFrom: 'codes@marketplace.example' }, log, METRICS),
    background: makeBackgroundWork(log),
    appSecret: 'a secret that only tests know, 1234',
    pans: testPans,
    metrics: METRICS,
    lists: { get: (source, state) => lists.get(source, state) },
    lifecycle: { phase: 'serving' },
    distDir: null,
    mediaDirs: [],
    mediaStore: makeFolderStore('/dev/null'), // no schedule uploads media
    uploadDir: '/dev/null',
  })

  const right: RequestHandler = async (request) => {
    await makePhoto(db, request, new Date(readClock()))
    await makeVisitPhoto(db, request, new Date(readClock()))
    return app.fetch(request)
  }
  let handle = right

  return {
    db,
    handle: (request: Request) => handle(request),

    /** Handles a request during which the server's process dies, and restarts the process at once. */
    async dieHandling(request: Request, moment: DeathMoment): Promise<Response> {
      process.end(moment)
      // The network discards the answer of a dead process.
      const said = await handle(request).catch(() => new Response(null, { status: 500 }))
      lists = makeListCache()
      process.start()
      await beginRun(db)
      return said
    },

    /** Resets the server to the initial state of a schedule. */
    async reset(clock: () => number, design: Design['server']): Promise<void> {
      readClock = clock
      handle = design?.(right, db) ?? right
      await sql`insert into beginnings default values`.execute(db)
      // The revisions start again, so an ETag of this schedule may mean other rows than in the previous schedule.
      lists = makeListCache()
    },

    async signIn(account: AccountName, deviceLabel: string): Promise<string> {
      const role = isOperator(account) ? 'admin' : 'user'
      const now = new Date(readClock())
      const { token } = await openSession(db, {
        account: { id: accountId(account), role },
        deviceLabel,
        now,
        ttlDays: 365,
      })
      return token
    },

    /** Ends every session of an account, as signing out everywhere does. */
    async revoke(account: AccountName): Promise<void> {
      const at = new Date(readClock()).toISOString()
      await sql`update sessions set revoked_at = ${at}
        where user_id = ${accountId(account)} and revoked_at is null`.execute(db)
    },

    /** Revokes the operator's role, which causes 403 answers, or restores it. */
    async setOperator(account: AccountName, isAllowed: boolean): Promise<void> {
      const role = isAllowed ? 'admin' : 'user'
      const id = accountId(account)
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ role }).where('id', '=', id).execute()
        await trx.deleteFrom('staff').where('user_id', '=', id).execute()
        if (isAllowed) await insertStaff(trx, { user_id: id, role: 'owner' })
        else await followStaffChange(trx, id)
      })
    },

    /** Every effect so far, from the audit log and from the trigger's log of events. */
    async listEffects(): Promise<ServerEffect[]> {
      const entries = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('entity', '=', 'listing')
        .where('action', 'in', DECISIONS)
        .orderBy('id')
        .execute()
      const ofListings = entries.map(
        (entry): ServerEffect => ({
          order: entry.id,
          actorId: entry.actor_id,
          device: entry.device_label,
          entity: 'listing',
          entityId: entry.entity_id,
          deed: entry.action === 'delete' ? 'delete' : `${entry.action}:${entry.to_value}`,
          key: entry.idempotency_key,
          body: null,
        }),
      )
      const { rows } = await sql<EventDeed>`select * from event_deeds order by id`.execute(db)
      const ofEvents = rows.map(
        (row): ServerEffect => ({
          order: row.id,
          actorId: row.owner_id,
          device: '',
          entity: 'event',
          entityId: row.event_id,
          deed: row.deed,
          key: null,
          body: row.body === null ? null : (JSON.parse(row.body) as Record<string, unknown>),
        }),
      )
      return [
        ...ofListings,
        ...ofEvents,
        ...(await listNoteEffects(db)),
        ...(await listContactEffects(db)),
        ...(await listVisitEffects(db)),
      ]
    },

    /** What sellers have submitted so far, in order, and their drafts as they are now. */
    async listPostings(): Promise<Pick<PostingRecord, 'submissions' | 'drafts'>> {
      const { rows } = await sql<PostingDeed>`select * from posting_deeds order by id`.execute(db)
      const drafts = await db
        .selectFrom('postings')
        .select(['id', 'body'])
        .where('is_from_before', '=', 0)
        .execute()
      return {
        submissions: rows.map(({ listing_id, body }) => readPosting(listing_id, body)),
        drafts: drafts.map(({ id, body }) => readPosting(id, body)),
      }
    },

    async countListingEffects(): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from audit_log
        where entity = 'listing' and action in (${sql.join(DECISIONS)})`.execute(db)
      return rows[0]?.n ?? 0
    },

    /** The status of every listing that is not deleted, and who should decide about it. */
    listStates: () =>
      db
        .selectFrom('listings')
        .leftJoin('assignments', 'assignments.listing_id', 'listings.id')
        .select(['listings.id', 'listings.status', 'person_id as assigneeId'])
        .execute(),

    /** Who was given which listing, in order, and who has which at the end. */
    async listAssignments(): Promise<Pick<DeskRecord, 'assigned' | 'assignees'>> {
      const entries = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'assign')
        .orderBy('id')
        .execute()
      const rows = await db.selectFrom('assignments').selectAll().execute()
      return {
        assigned: entries.map(({ id, actor_id, entity_id, from_value, to_value }) => ({
          order: id,
          actorId: actor_id,
          listingId: entity_id,
          from: from_value,
          to: to_value,
        })),
        assignees: new Map(rows.map(({ listing_id, person_id }) => [listing_id, person_id])),
      }
    },

    /** The order of the last entry of the audit log. */
    async findLastOrder(): Promise<number> {
      const { rows } = await sql<{ n: number | null }>`select max(id) as n from audit_log`.execute(
        db,
      )
      return rows[0]?.n ?? 0
    },

    /** The claims that the server's list has now. */
    listClaims: () => listLiveClaims(db, new Date(readClock())),

    close: () => db.destroy(),
  }
}

/** Notes that were written, as the audit log has them. */
async function listNoteEffects(db: Kysely<Tables>): Promise<ServerEffect[]> {
  const { rows } = await sql<AuditRow & { listing_id: string }>`
    select audit_log.*, note_deeds.listing_id from audit_log
      inner join note_deeds on note_deeds.note_id = audit_log.from_value
    where action = 'note' order by audit_log.id`.execute(db)
  return rows.map((row) => ({
    order: row.id,
    actorId: row.actor_id,
    device: row.device_label,
    entity: 'note',
    entityId: noteThreadOf({ kind: 'listing', id: row.listing_id }),
    deed: `${row.to_value}:${row.from_value}`,
    key: null,
    body: null,
  }))
}

/** Attempts to contact owners, as the audit log has them. */
async function listContactEffects(db: Kysely<Tables>): Promise<ServerEffect[]> {
  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'contact')
    .orderBy('id')
    .execute()
  return entries.map((entry) => ({
    order: entry.id,
    actorId: entry.actor_id,
    device: entry.device_label,
    entity: 'contact',
    entityId: contactsOf(entry.entity_id),
    deed: `${entry.to_value}:${entry.from_value}`,
    key: null,
    body: null,
  }))
}

interface PostingDeed {
  id: number
  listing_id: string
  body: string
}

function readPosting(listingId: string, body: string): PostingContent {
  const { title, media } = JSON.parse(body) as { title: string | null; media: string[] } // a draft of the API
  return { listingId, title: title ?? '', photos: media }
}

/**
 * Makes the photo that a request asks for of an upload, before the server's handler looks for it. Stands for the upload of its
 * bytes, and for the processes that read them, which a simulated clock cannot drive.
 */
async function makePhoto(db: Kysely<Tables>, request: Request, now: Date): Promise<void> {
  const postingId = /\/account\/listings\/(\w+)\/media$/.exec(request.url)?.[1]
  const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''
  const session = postingId && (await findLiveSession(db, token, now))
  if (!postingId || !session) return
  const { upload } = (await request.clone().json()) as { upload: string } // the API contract of this call
  if (await findMedia(db, upload)) return
  await addMedia(db, {
    id: upload,
    ownerId: session.userId,
    postingId,
    now,
    bytes: 1,
    kind: 'photo',
    width: 800,
    height: 600,
    duration_ms: null,
    checksum: upload,
    perceptual_hash: null,
    crop_hashes: null,
    thumbhash: null,
  })
}

interface EventDeed {
  id: number
  owner_id: string
  event_id: string
  deed: string
  body: string | null
}

export function accountId(account: AccountName): string {
  return (0xacc0 + ACCOUNTS.indexOf(account)).toString(16).padStart(24, '0')
}

export function isOperator(account: AccountName): boolean {
  return account === 'operator-a' || account === 'operator-b'
}

export function listingId(index: number): string {
  return makeListing(index + 1).id
}

function marketOf() {
  const owner = makeUser()
  const listings = Array.from({ length: LISTINGS }, (_, index) => makeListing(index + 1))
  return { users: [owner], listings, transactions: [], loans: [] }
}

async function addAccounts(db: Kysely<Tables>): Promise<void> {
  for (const account of ACCOUNTS) {
    const at = new Date(0).toISOString()
    await db
      .insertInto('users')
      .values({
        id: accountId(account),
        full_name: account,
        email: `${account}@marketplace.example`,
        phone_number: null,
        picture_url: null,
        role: isOperator(account) ? 'admin' : 'user',
        verified: 1,
        password_hash: null,
        has_short_password: 0,
        adult_stated_at: null,
        consent_policy: null,
        created_at: at,
      })
      .execute()
    if (isOperator(account)) await insertStaff(db, { user_id: accountId(account), role: 'owner' })
  }
}

/** Creates a trigger that logs each write of an event, as the audit log does for listings. */
async function watchEvents(db: Kysely<Tables>): Promise<void> {
  await sql`create table event_deeds (id integer primary key autoincrement, owner_id text, event_id text, deed text, body text)`.execute(
    db,
  )
  for (const [deed, event, row] of EVENT_DEEDS)
    await sql
      .raw(
        `create trigger saw_${deed} after ${event} on events begin
          insert into event_deeds (owner_id, event_id, deed, body)
          values (${row}.owner_id, ${row}.id, '${deed}', ${deed === 'delete' ? 'null' : 'new.body'}); end`,
      )
      .execute(db)
}

/** Creates a trigger that logs what each note is about: with its listing, a note is deleted too. */
async function watchNotes(db: Kysely<Tables>): Promise<void> {
  await sql`create table note_deeds (note_id text, listing_id text)`.execute(db)
  await sql`create trigger saw_note after insert on notes begin
    insert into note_deeds values (new.id, new.listing_id); end`.execute(db)
}

/** Creates triggers that log each content that a seller has submitted. */
async function watchPostings(db: Kysely<Tables>): Promise<void> {
  await sql`create table posting_deeds (id integer primary key autoincrement, listing_id text, body text)`.execute(
    db,
  )
  for (const [name, event] of [
    ['insert', 'insert on postings when new.submitted is not null'],
    [
      'update',
      'update on postings when new.submitted is not old.submitted and new.submitted is not null',
    ],
  ])
    await sql
      .raw(
        `create trigger saw_submission_${name} after ${event} begin
          insert into posting_deeds (listing_id, body) values (new.id, new.submitted); end`,
      )
      .execute(db)
}

const EVENT_DEEDS = [
  ['create', 'insert', 'new'],
  ['update', 'update', 'new'],
  ['delete', 'delete', 'old'],
]

/** The tables that a schedule fills, in the order of deletion: children first, the table that a trigger fills last. */
const FILLED =
  'sessions attempts claims assignments jobs deleted_listing_keys deleted_listings note_versions notes note_deeds uploads visit_photos visit_photo_deeds visits visit_deeds events event_deeds listing_reasons messages media listings postings posting_deeds listing_changes receipts audit_log ended_epochs'

/** Creates a trigger on `beginnings`: inserting a row resets the tables to the initial state of a schedule. */
async function prepareBeginning(db: Kysely<Tables>): Promise<void> {
  const deletions = FILLED.split(' ').map((table) => `delete from ${table};`)
  // The reset must delete audit entries. The trigger that forbids updates remains.
  await sql`drop trigger audit_log_no_delete`.execute(db)
  for (const table of ['listings', 'postings'])
    await sql`create table ${sql.table(`${table}_at_first`)} as select * from ${sql.table(table)}`.execute(
      db,
    )
  await sql`create table beginnings (id integer primary key)`.execute(db)
  await sql
    .raw(
      `create trigger begin_anew after insert on beginnings begin ${deletions.join(' ')}
        insert into listings select * from listings_at_first;
        insert into postings select * from postings_at_first;
        delete from posting_deeds;
        delete from listing_words where id not in (select id from listings_at_first);
        update users set role = 'admin' where email like 'operator%';
        insert or ignore into staff (user_id, role) select id, 'owner' from users where email like 'operator%';
        update revisions set value = 1, is_run_new = 0; end`,
    )
    .execute(db)
}
