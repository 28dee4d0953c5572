import pg from 'pg'
import { CHANGE_CHANNEL } from '#server/platform/database/change-notice-sql.ts'

const CONNECT_MS = 5_000
const AGAIN_MS = 5_000 // meanwhile, the feed's look every second finds what changed

/**
 * Calls back on the notices of all processes on a PostgreSQL, after the commit of what sent them. Listens on a connection of its own, and connects again when that is lost. Returns a function that stops, and resolves
 * once the connection is closed.
 */
export function listenOnPostgres(url: string, onNotice: () => void): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | null = null

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    client = next
    next.on('notification', onNotice)
    next.once('end', again)
    // After an error, pg ends the connection. A failed connect has no `end`.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`listen ${CHANGE_CHANNEL}`)
      onNotice()
    } catch {
      // The same trouble reaches the log from the server's other connections.
      await next.end().catch(() => undefined)
      again()
    }
  }

  function again(): void {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void connect(), AGAIN_MS).unref()
  }

  const connecting = connect()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => undefined)
  }
}
