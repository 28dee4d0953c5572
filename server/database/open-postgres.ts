import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { SetupError } from '#server/setup-error.ts'
import { type KeepBefore, migrate } from './migrate.ts'
import type { OpenDatabase } from './open-database.ts'
import { OneWriterDialect } from './postgres-dialect.ts'
import { beginRun } from './revision.ts'
import type { Tables } from './schema.ts'

const MOST_CONNECTIONS = 10 // of one process; PostgreSQL takes 100 unless told otherwise
const CONNECT_MS = 5_000
const LOCK_MS = 5_000 // a writer's turn comes within milliseconds; who waits longer is told to come again
const STATEMENT_MS = 30_000 // no statement of ours takes a second
const SERVING = `-c lock_timeout=${LOCK_MS} -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${STATEMENT_MS}`
const PATIENT = '-c lock_timeout=0 -c statement_timeout=0' // an index over a million rows, or another process at the same

const MIGRATION_LOCK = 1_835_102_828 // any number but the writers' (postgres-dialect.ts), the same for every process

/** Whole numbers beyond 32 bits and sums come as text; ours are paise and counts, far below 2^53. */
const AS_NUMBER: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** Opens connections to a PostgreSQL database as they are needed. */
export function openPostgres(url: string, options = SERVING): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    options,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        AS_NUMBER.has(type) ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  // An idle connection that ended, as when the database restarts: the pool opens another, and whoever asks next hears
  // of it if it cannot. Without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }) })
}

/** Opens a database that other processes may have open too, and brings its tables up to date. @throws SetupError */
export async function openSharedDatabase(
  url: string,
  keepBefore?: KeepBefore,
): Promise<OpenDatabase> {
  const db = openPostgres(url)
  try {
    await migratePatiently(url, keepBefore)
    await beginRun(db)
    return { db, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw explain(error, url)
  }
}

/** One process at a time: whoever comes second finds the tables up to date, and keeps nothing twice. */
async function migratePatiently(url: string, keepBefore?: KeepBefore): Promise<void> {
  const db = openPostgres(url, PATIENT)
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
