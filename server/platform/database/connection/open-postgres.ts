import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { type BeforeMigration, migrate } from '#server/platform/database/migrate.ts'
import { beginRun } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { guardPool } from './guarded-pool.ts'
import type { OpenDatabase } from './open-database.ts'
import { OneWriterDialect } from './postgres-dialect.ts'
import { listenOnPostgres } from './postgres-notices.ts'

const MOST_POOLED = 10 // PostgreSQL accepts 100 connections by default
/** Of one process that serves: the pool, and one connection that listens for the changes of others. */
export const MOST_CONNECTIONS = MOST_POOLED + 1
const CONNECT_MS = 5_000

/** Timeouts of a connection, in milliseconds. */
export interface PostgresTimeouts {
  /**
   * How long to wait for a lock. The writer lock is usually free within milliseconds; after this
   * time the client must retry.
   */
  lockMs: number
  /** Maximum duration of a statement, enforced by the database. */
  statementMs: number
  /**
   * How long this process waits for the response to a statement: a network that drops packets
   * reports no error.
   */
  answerMs: number
}

export const SERVING: PostgresTimeouts = {
  lockMs: 5_000,
  statementMs: 8_000, // none of our statements takes a second
  answerMs: 10_000, // above the database's limit, whose error is more specific
}

const LOCK_TRY_MS = 250 // a start that waits for another one notices its end within a quarter of a second
const FIRST_NOTICE = 8 // tries, 2 s: servers that start together wait for each other for less than that
const TRIES_A_NOTICE = 120 // one notice every 30 s
const POOLER = `DATABASE_URL leads to a pooler such as PgBouncer, which refuses or drops the time limits of our connections. Let it lead to PostgreSQL itself: each server keeps at most ${MOST_CONNECTIONS} connections.`

export const MIGRATION_LOCK = 1_835_102_828 // any number but WRITER_LOCK, the same in every process

/** pg returns 64-bit integers and sums as text. Ours are paise and counts, far below 2^53. */
const AS_NUMBER: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** Connects on demand. With `timeouts` null, a statement may take hours, as in migrations and copies. */
export function openPostgres(url: string, timeouts: PostgresTimeouts | null): Kysely<Tables> {
  return overPool(makePool(url, timeouts))
}

function overPool(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new OneWriterDialect({ pool: guardPool(pool) }) })
}

function makePool(url: string, timeouts: PostgresTimeouts | null): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: MOST_POOLED,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...(timeouts && {
      lock_timeout: timeouts.lockMs,
      statement_timeout: timeouts.statementMs,
      idle_in_transaction_session_timeout: timeouts.answerMs,
      query_timeout: timeouts.answerMs,
    }),
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        AS_NUMBER.has(type) ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
}

/** Opens a database that other processes may share, and migrates it. @throws SetupError */
export async function openSharedDatabase(
  url: string,
  beforeMigration?: BeforeMigration,
): Promise<OpenDatabase> {
  const pool = makePool(url, SERVING)
  const db = overPool(pool)
  try {
    await requireTimeouts(db)
    await migrateAlone(url, beforeMigration)
    await beginRun(db)
    return {
      db,
      close: () => db.destroy(),
      listen: (onNotice) => listenOnPostgres(url, onNotice),
      countConnections: () => ({
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    }
  } catch (error) {
    await db.destroy()
    throw explain(error, url)
  }
}

/** @throws SetupError when something between this process and PostgreSQL dropped the timeouts of the connection */
async function requireTimeouts(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name = 'statement_timeout'`.execute(db)
  if (rows[0]?.setting !== String(SERVING.statementMs)) throw new SetupError(POOLER)
}

/**
 * Migrates in one process at a time. Processes that come later find the tables up to date and write
 * no second backup.
 */
async function migrateAlone(url: string, beforeMigration?: BeforeMigration): Promise<void> {
  const db = openPostgres(url, null)
  try {
    await db.connection().execute(async (turn) => {
      await takeMigrationLock(turn)
      await migrate(db, beforeMigration)
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(turn)
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Takes a session-level lock, which ends with its connection, however the process ends. While another process holds
 * it, says so on stderr: a lock that a crash left in a pooler would otherwise be a silent wait.
 */
async function takeMigrationLock(turn: Kysely<Tables>): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as "isTaken"`.execute(turn)
    if (rows[0]?.isTaken) return
    if (tries % TRIES_A_NOTICE === FIRST_NOTICE)
      process.stderr.write(`${await describeHolder(turn)}\n`)
    await wait(LOCK_TRY_MS)
  }
}

async function describeHolder(turn: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ pid: number; place: string; since: string }>`
    select pid, coalesce(host(client_addr), 'this machine') as place, to_char(backend_start, 'YYYY-MM-DD HH24:MI:SS TZ') as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and objid = ${sql.lit(MIGRATION_LOCK)} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(turn)
  const [holder] = rows
  if (!holder) return 'Waiting for another process that checks the tables of the database.'
  const { pid, place, since } = holder
  return `Waiting for another process that checks or migrates the tables of the database: PostgreSQL's process ${pid}, connected from ${place} since ${since}. If no other server is starting, end it with: select pg_terminate_backend(${pid})`
}

const REFUSED_PARAMETER = '08P01' // PostgreSQL's protocol_violation, which PgBouncer answers

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  '28P01': 'the password is wrong',
  '28000': 'the user may not sign in',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables',
}

/** Converts an error to a SetupError that names the database without its password. */
function explain(error: unknown, url: string): unknown {
  if (error instanceof SetupError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === REFUSED_PARAMETER) return new SetupError(POOLER)
  const { host, pathname } = new URL(url)
  const reason = REASONS[code] ?? (error.message || code)
  return new SetupError(`The database ${host}${pathname} cannot be used: ${reason}.`)
}
