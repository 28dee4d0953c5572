import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import type { AppDeps } from '#server/app-env.ts'
import { findAccount } from '#server/auth/account-repository.ts'
import { labelDevice } from '#server/auth/device-label.ts'
import { ensureOperator } from '#server/auth/operator-account-service.ts'
import { openSession } from '#server/auth/session-service.ts'
import { createApp } from '#server/create-app.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { seed } from '#server/demo-seeding.ts'

export interface TestServerOptions {
  /** Where the server's clock stands; it moves only by `clock.advance`. */
  now?: string | Date
  /** Lets the server's clock run with the machine's, for a browser whose own clock runs. */
  isClockRunning?: boolean
  seed?: DemoData | 'demo' | 'none'
  distDir?: string
  mediaDirs?: string[]
  settings?: Partial<AppDeps['settings']>
  /** Keeps the database in memory instead of a file of its own. */
  inMemory?: boolean
}

const UNSET_NOW = '2025-09-17T06:30:00.000Z'
const OPERATOR = { email: 'operator@marketplace.example', password: 'a long test password' }
const DEMO_MEDIA = join(import.meta.dirname, '../../server/demo/media')

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The real app on a database of its own. `app.request(...)` needs no port; `listen()` opens one. */
export async function startTestServer(options: TestServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'server-test-'))
  const file = options.inMemory ? ':memory:' : join(folder, 'test.db')
  const db = openDatabase(file)
  await migrate(db)
  const clock = makeClock(options)
  const data = options.seed ?? 'demo'
  if (data !== 'none') await seed(db, data === 'demo' ? makeDemoData(clock.now()) : data)
  await ensureOperator(db, { ...OPERATOR, now: clock.now() })
  const settings = {
    sessionTtlDays: 7,
    corsOrigins: [],
    trustedProxies: [],
    apiOrigin: null,
    ...options.settings,
  }
  const logged: string[] = []
  const app = createApp({
    db,
    clock: clock.now,
    settings,
    log: pino({ level: 'info' }, { write: (line) => logged.push(line) }),
    distDir: options.distDir ?? null,
    mediaDirs: options.mediaDirs ?? [DEMO_MEDIA],
  })
  const listener = makeListener(app.fetch)

  return {
    app,
    db,
    file,
    clock,
    logged,
    operator: OPERATOR,
    /** A live token, by default the operator's; the user agent names the device. */
    async signIn({ email = OPERATOR.email, userAgent = '' } = {}): Promise<string> {
      const account = await findAccount(db, email)
      if (!account) throw new Error(`no account for ${email}`)
      const { token } = await openSession(db, {
        userId: account.id,
        deviceLabel: labelDevice(userAgent),
        now: clock.now(),
        ttlDays: settings.sessionTtlDays,
      })
      return token
    },
    listen: listener.listen,
    async close(): Promise<void> {
      await listener.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeClock({ now = UNSET_NOW, isClockRunning = false }: TestServerOptions) {
  let offsetMs = 0
  const start = isClockRunning ? Date.now() : new Date(now).getTime()
  return {
    now: () => new Date((isClockRunning ? Date.now() : start) + offsetMs),
    advance: (ms: number) => {
      offsetMs += ms
    },
  }
}

function makeListener(fetch: Parameters<typeof getRequestListener>[0]) {
  const server = createServer(getRequestListener(fetch))
  return {
    /** Listens on a port, by default a free one; the answer is the address without a slash at its end. */
    async listen(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      // Null and text are the addresses of a closed server and of a pipe; this one listens on a port.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close(): Promise<void> {
      if (!server.listening) return
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}
