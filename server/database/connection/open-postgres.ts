import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { SetupError } from '#server/config/setup-error.ts'
import { type KeepBefore, migrate } from '#server/database/migrate.ts'
import { beginRun } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { guardPool } from './guarded-pool.ts'
import type { OpenDatabase } from './open-database.ts'
import { OneWriterDialect } from './postgres-dialect.ts'

const MOST_CONNECTIONS = 10 // of one process; PostgreSQL accepts 100 by default
const CONNECT_MS = 5_000

/** How long connections wait, in milliseconds; null is for ever. */
export interface PostgresTimeouts {
  /** For a lock. The writers' lock is free within milliseconds; a caller that waits longer is asked to try again. */
  lockMs: number
  /** For a statement, by the database's clock. */
  statementMs: number
  /** For the answer to a statement, by our own clock: a network that drops packets reports nothing. */
  answerMs: number
}

export const SERVING: PostgresTimeouts = {
  lockMs: 5_000,
  statementMs: 8_000, // no statement of ours takes a second
  answerMs: 10_000, // above the database's own limit, which says more
}

const MIGRATION_LOCK = 1_835_102_828 // any number but the writers' (postgres-dialect.ts), the same for every process

/** Whole numbers beyond 32 bits and sums come as text; ours are paise and counts, far below 2^53. */
const AS_NUMBER: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** Opens connections as they are needed. Without timeouts a statement may take hours, as migrations and copies do. */
export function openPostgres(url: string, timeouts: PostgresTimeouts | null): Kysely<Tables> {
  return overPool(makePool(url, timeouts))
}

function overPool(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new OneWriterDialect({ pool: guardPool(pool) }) })
}

function makePool(url: string, timeouts: PostgresTimeouts | null): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
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

/** Opens a database that other processes may have open too, and brings its tables up to date. @throws SetupError */
export async function openSharedDatabase(
  url: string,
  keepBefore?: KeepBefore,
): Promise<OpenDatabase> {
  const pool = makePool(url, SERVING)
  const db = overPool(pool)
  try {
    await migrateAlone(url, keepBefore)
    await beginRun(db)
    return {
      db,
      close: () => db.destroy(),
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

/** One process at a time: the second one finds the tables up to date, and writes no second backup. */
async function migrateAlone(url: string, keepBefore?: KeepBefore): Promise<void> {
  const db = openPostgres(url, null)
  try {
    await db.connection().execute(async (turn) => {
      // Of this connection: it ends with it, however the process ends.
      await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(turn)
      await migrate(db, keepBefore)
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(turn)
    })
  } finally {
    await db.destroy()
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  '28P01': 'the password is wrong',
  '28000': 'the user may not sign in',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables',
}

/** The address without its password. */
function explain(error: unknown, url: string): unknown {
  if (error instanceof SetupError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const { host, pathname } = new URL(url)
  const reason = REASONS[code] ?? (error.message || code)
  return new SetupError(`The database ${host}${pathname} cannot be used: ${reason}.`)
}
