import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { isPostgres } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { readChunks } from '#server/platform/database/table-chunks.ts'

// Copies all data of one database into an empty one with the same tables. Both may be of an earlier
// schema version: tables that this version does not have are skipped.

type Table = keyof Tables

/** Rollups, which the target's triggers compute from the inserted rows, and the times of scheduled work. */
type NotCopied =
  | 'listing_totals'
  | 'boost_days'
  | 'user_totals'
  | 'loan_totals'
  | 'revenue_months'
  | 'schedules'

/** Tables in foreign-key order, each with its key columns. A table that is forgotten here is an error of its type. */
const KEYS = {
  users: ['id'],
  account_deletions: ['user_id'],
  staff: ['user_id'],
  registrations: ['id'],
  sessions: ['token_hash'],
  configured_passwords: ['user_id'],
  known_devices: ['token_hash', 'user_id'],
  links: ['token_hash'],
  codes: ['id'],
  email_changes: ['user_id'],
  totp_secrets: ['user_id'],
  recovery_codes: ['mac'],
  sign_in_challenges: ['token_hash'],
  passkeys: ['id'],
  passkey_challenges: ['challenge_hash'],
  factor_rules: ['role'],
  events: ['id'],
  listings: ['id'],
  rejection_reasons: ['code'],
  rejection_rule: ['id'],
  review_rules: ['id'],
  listing_reasons: ['listing_id'],
  postings: ['id'],
  claims: ['listing_id'],
  assignments: ['listing_id'],
  not_duplicates: ['listing_id', 'other_id'],
  deleted_listings: ['id'],
  deleted_listing_keys: ['key', 'listing_id'],
  review_waits: ['listing_id', 'since'],
  review_flow: ['id'],
  visits: ['id'],
  visit_photos: ['id'],
  notes: ['id'],
  note_versions: ['note_id', 'number'],
  note_mentions: ['note_id', 'person_id'],
  mention_mails: ['person_id'],
  listing_viewers: ['listing_id', 'day', 'viewer'],
  listing_views: ['listing_id', 'day'],
  uploads: ['id'],
  media: ['id'],
  photo_bands: ['band', 'media_id'],
  grievances: ['id'],
  messages: ['id'],
  push_subscriptions: ['id'],
  push_keys: ['id'],
  listing_changes: ['n'],
  api_keys: ['id'],
  imported_listings: ['owner_id', 'reference'],
  import_media: ['id'],
  imports: ['id'],
  import_chunks: ['import_id', 'position'],
  webhooks: ['id'],
  exports: ['id'],
  saved_views: ['id'],
  saved_view_layers: ['user_id', 'view_id'],
  jobs: ['id'],
  transactions: ['id'],
  loans: ['id'],
  receipts: ['user_id', 'key'],
  audit_log: ['id'],
  attempts: ['id'],
  ended_epochs: ['epoch'],
  revisions: ['id'],
  restores: ['id'],
  listing_words: ['n'],
  member_words: ['n'],
  loan_words: ['n'],
} satisfies Record<Exclude<Table, NotCopied>, readonly string[]>
// The cast is safe: `KEYS` has these keys only.
const TABLES = Object.entries(KEYS) as [Table, readonly string[]][]
/** A table that migration 039 replaces. */
const REMOVED = 'removed_listings'
export const TABLE_NAMES: readonly string[] = [...TABLES.map(([table]) => table), REMOVED]
/** Tables into which migrations insert rows. */
export const FILLED_BY_MIGRATIONS: readonly Table[] = ['revisions', 'rejection_reasons']
const IDENTITY_COLUMNS = [
  ['listing_words', 'n'],
  ['member_words', 'n'],
  ['loan_words', 'n'],
  ['listing_changes', 'n'],
] as const

export interface CopiedTable {
  table: Table
  rows: number
}

/** Called after each chunk with the copied and the total number of rows of the table. */
export type ReportRows = (table: string, done: number, total: number) => void

/**
 * Copies all rows, and compares row counts and checksums before the commit. @throws SetupError when
 * the target is not empty or the data differs afterwards
 */
export async function copyData(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  report: ReportRows = () => undefined,
): Promise<CopiedTable[]> {
  return to.transaction().execute(async (trx) => {
    await requireEmpty(trx)
    // The source's rows replace those that the migrations inserted.
    for (const table of await listTables(trx))
      if (FILLED_BY_MIGRATIONS.includes(table[0])) await trx.deleteFrom(table[0]).execute()
    const copied: CopiedTable[] = []
    for (const [table, key] of await listTables(trx))
      copied.push(await copyTable(from, trx, { table, key, report }))
    if (isPostgres(trx)) {
      await advanceSequences(trx)
      // Without statistics, each list query scans its whole table until autovacuum runs after a
      // minute.
      await sql`analyze`.execute(trx)
    }
    return copied
  })
}

/** @throws SetupError when a table other than FILLED_BY_MIGRATIONS has rows */
export async function requireEmpty(db: Kysely<Tables>): Promise<void> {
  for (const [table] of await listTables(db)) {
    if (FILLED_BY_MIGRATIONS.includes(table)) continue
    const row = await db.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()
    if (row) throw new SetupError('The database to fill is not empty; nothing was changed.')
  }
}

async function listTables(db: Kysely<Tables>): Promise<readonly [Table, readonly string[]][]> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const tables = TABLES.filter(([table]) => present.has(table))
  // The cast is safe: it is only copied, from one database that has it to another.
  return present.has(REMOVED) ? [...tables, [REMOVED as Table, ['id']]] : tables
}

async function copyTable(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  { table, key, report }: { table: Table; key: readonly string[]; report: ReportRows },
): Promise<CopiedTable> {
  const { count } = await from
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const expected = new Checksum()
  for await (const rows of readChunks(from, { table, key })) {
    expected.add(rows)
    await to
      .insertInto(table)
      .values(rows as never) // the cast is safe: rows of the same table
      .execute()
    report(table, expected.rows, count)
  }
  const arrived = new Checksum()
  for await (const rows of readChunks(to, { table, key })) arrived.add(rows)
  if (expected.fingerprint() !== arrived.fingerprint() || arrived.rows !== count)
    throw new SetupError(`The table ${table} did not arrive as it was; nothing was changed.`)
  return { table, rows: arrived.rows }
}

/** Continues PostgreSQL's identity sequences after the copied values. */
async function advanceSequences(trx: Kysely<Tables>): Promise<void> {
  const present = new Set<string>((await listTables(trx)).map(([table]) => table))
  for (const [table, column] of IDENTITY_COLUMNS.filter(([table]) => present.has(table)))
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(trx)
}

/** Checksum of ordered rows, independent of column order. */
class Checksum {
  rows = 0
  readonly #hash = createHash('sha256')

  add(rows: readonly object[]): void {
    this.rows += rows.length
    // All rows of a table have the same columns.
    const columns = Object.keys(rows[0] ?? {}).sort()
    for (const row of rows as readonly Readonly<Record<string, unknown>>[])
      this.#hash.update(JSON.stringify(columns.map((column) => [column, row[column]])))
  }

  fingerprint(): string {
    return `${this.rows} ${this.#hash.copy().digest('hex')}`
  }
}
