import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ConnectionLostError } from '#server/database/database-trouble.ts'

// Decides which connections may be used again. A connection that failed in any way but by a refused statement is closed:
// one that timed out still waits for its answer, and one that was terminated never gets any.

/** Sessions that PostgreSQL itself ends: connection exceptions, operator intervention, idle in a transaction. */
const ENDED_SESSION = /^(08...|57P0.|25P03)$/ // https://www.postgresql.org/docs/current/errcodes-appendix.html

/** @throws ConnectionLostError from every call, in place of pg's own errors, which have no code */
export function guardPool(pool: pg.Pool): PostgresPool {
  // An idle connection was terminated: the pool has removed it already.
  pool.on('error', ignoreTermination)
  // A connection in use was terminated: its statement, or the next one, fails. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', ignoreTermination))
  return {
    connect: async () => guardClient(await pool.connect().catch(rethrow)),
    end: () => pool.end(),
  }
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | null = null
  const run = async (text: string, values: readonly unknown[]) => {
    // Kysely rolls back after a failure; on a lost connection that would only wait for one more timeout.
    if (failure) throw failure
    try {
      return await client.query(text, [...values])
    } catch (error) {
      if (!isRefusedStatement(error)) failure = toLost(error)
      throw failure ?? error
    }
  }
  return {
    // The other overload takes a cursor, which only streamed queries use; this server has none.
    query: run as unknown as PostgresPoolClient['query'],
    release: () => client.release(failure ?? undefined),
  }
}

/** Whether PostgreSQL answered and the connection can be used on. A TypeError is a parameter that cannot be sent. */
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
  // The next statement on it reports the loss.
}
