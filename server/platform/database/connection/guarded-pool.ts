import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ConnectionLostError } from '#server/platform/database/database-trouble.ts'

// Decides which connections can be reused. Any failure except a refused statement closes the
// connection: after a timeout, the connection still waits for the late response; after a termination,
// no response ever comes.

/**
 * Error codes of a session that PostgreSQL ended: connection exceptions, operator intervention, idle
 * in transaction.
 */
const ENDED_SESSION = /^(08...|57P0.|25P03)$/ // https://www.postgresql.org/docs/current/errcodes-appendix.html

/** The returned pool throws ConnectionLostError for a lost connection, because pg's own errors have no code. */
export function guardPool(pool: pg.Pool): PostgresPool {
  // An idle connection was terminated. The pool has already removed it.
  pool.on('error', ignoreTermination)
  // A connection in use was terminated: its current or next statement fails. Without a listener,
  // the process would exit.
  pool.on('connect', (client) => client.on('error', ignoreTermination))
  return {
    connect: async () => guardClient(await pool.connect().catch(rethrow)),
    end: () => pool.end(),
  }
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | null = null
  const run = async (text: string, values: readonly unknown[]) => {
    // Kysely rolls back after a failure. On a lost connection, the rollback would only wait for
    // another timeout.
    if (failure) throw failure
    try {
      return await client.query(text, [...values])
    } catch (error) {
      if (!isRefusedStatement(error)) failure = toLost(error)
      throw failure ?? error
    }
  }
  return {
    // Kysely's type has a second overload, with a cursor for streamed queries. This server has none.
    query: run as unknown as PostgresPoolClient['query'],
    release: () => client.release(failure ?? undefined),
  }
}

/**
 * Whether the connection can be reused after this error: PostgreSQL refused the statement, or the statement was not
 * sent because of an invalid parameter (TypeError).
 */
function isRefusedStatement(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !ENDED_SESSION.test(error.code ?? '')
  return error instanceof TypeError
}

function rethrow(error: unknown): never {
  throw isRefusedStatement(error) ? error : toLost(error)
}

function toLost(error: unknown): ConnectionLostError {
  return new ConnectionLostError(error)
}

function ignoreTermination(): void {
  // Nothing to do: the next statement on the connection reports the loss.
}
