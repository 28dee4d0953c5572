import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { KyselyPlugin } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { findAccount } from '#server/auth/account-repository.ts'
import { ensureOperator } from '#server/auth/operator-account-service.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { labelDevice } from '#server/auth/sessions/device-label.ts'
import { openSession } from '#server/auth/sessions/session-service.ts'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { createApp } from '#server/create-app.ts'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { seed } from '#server/demo-seeding.ts'
import { makeListCache } from '#server/http/calls/list-cache.ts'
import { type HttpLimits, makeHttpServer } from '#server/http/http-server.ts'
import { makeMailer } from '#server/mail/mail-service.ts'
import { makeMetrics } from '#server/metrics/metrics-service.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { makeLog } from '#server/operations/server-log.ts'
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { testPans } from './test-pans.ts'

export interface TestServerOptions {
  /** Where the server's clock stands; it moves only by `clock.advance`. */
  now?: string | Date
  /** Lets the server's clock run with the machine's, for a browser whose own clock runs. */
  isClockRunning?: boolean
  seed?: DemoData | 'demo' | 'none'
  distDir?: string
  mediaDirs?: string[]
  settings?: Partial<AppDeps['settings']>
  /** How slow a client of `listen()` may be. */
  httpLimits?: HttpLimits
  /** Where one-time codes go: a mail server of this test's, one that is somewhere else, or the log alone. */
  mail?: 'inbox' | 'none' | { url: string }
  /** What the log keeps; 'info' unless told. */
  logLevel?: ServerSettings['logLevel']
  /** Sees every statement; for counting them. */
  plugins?: readonly KyselyPlugin[]
  /** Keeps the database in memory instead of a file of its own. */
  inMemory?: boolean
  /** One that is open already, in place of a new one; it is closed with the server. */
  database?: TestDatabase
}

const UNSET_NOW = '2025-09-17T06:30:00.000Z'
const OPERATOR = { email: 'operator@marketplace.example', password: 'a long test password' }
const DEMO_PASSWORD = 'a long member password'
const APP_SECRET = 'a secret that only tests know, 1234'
export const PUBLIC_URL = 'https://marketplace.example'
const MAIL_FROM = 'Property Marketplace <codes@marketplace.example>'
const DEMO_MEDIA = join(import.meta.dirname, '../../server/demo/media')

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The real app on a database of its own. `app.request(...)` needs no port; `listen()` opens one. */
export async function startTestServer(options: TestServerOptions = {}) {
  const database = options.database ?? (await openTestDatabase(options))
  const plugins = options.plugins ?? []
  const db = plugins.reduce((under, plugin) => under.withPlugin(plugin), database.db)
  const clock = makeClock(options)
  const data = await fillDatabase(db, options.seed ?? 'demo', clock.now())
  await ensureOperator(db, { ...OPERATOR, now: clock.now() })
  const settings = {
    sessionTtlDays: 7,
    corsOrigins: [],
    mediaHosts: [],
    trustedProxies: [],
    apiOrigin: null,
    // Off: a clock that stands gives nothing back.
    requestsPerMinute: 0,
    ...options.settings,
  }
  const logged: string[] = []
  const log = makeLog(options.logLevel ?? 'info', { write: (line) => logged.push(line) })
  const inbox = options.mail === 'inbox' ? await startSmtpInbox() : null
  const smtpUrl = inbox?.url ?? (typeof options.mail === 'object' ? options.mail.url : null)
  const background = makeBackgroundWork(log)
  const metrics = makeMetrics()
  const lifecycle: AppDeps['lifecycle'] = { phase: 'serving' }
  const app = createApp({
    db,
    clock: clock.now,
    settings,
    publicUrl: PUBLIC_URL,
    log,
    mailer: makeMailer({ smtpUrl, mailFrom: MAIL_FROM }, log, metrics),
    background,
    appSecret: APP_SECRET,
    pans: testPans,
    metrics,
    lists: makeListCache(),
    lifecycle,
    distDir: options.distDir ?? null,
    mediaDirs: options.mediaDirs ?? [DEMO_MEDIA],
  })
  const listener = makeListener(app.fetch, options.httpLimits)

  return {
    app,
    db,
    /** What another process opens the database by. */
    place: database.place,
    clock,
    logged,
    metrics,
    lifecycle,
    operator: OPERATOR,
    /** The demo's end user, verified and with events; only a server with the demo's data knows her. */
    demoUser: {
      id: data?.users.find(({ email }) => email === DEMO_USER_EMAIL)?.id ?? 'nobody',
      email: DEMO_USER_EMAIL,
      password: DEMO_PASSWORD,
    },
    publicUrl: PUBLIC_URL,
    appSecret: APP_SECRET,
    mailFrom: MAIL_FROM,
    /** The mails of `mail: 'inbox'`. @throws when there is no inbox */
    getInbox(): SmtpInbox {
      if (!inbox) throw new Error("start the server with mail: 'inbox'")
      return inbox
    },
    /** The newest one-time code of a server without a mail server. @throws when there is none */
    getLoggedCode(): string {
      const codes = logged.flatMap((line) => /"code":"(\d{6})"/.exec(line)?.[1] ?? [])
      const newest = codes.at(-1)
      if (newest === undefined) throw new Error('no code is in the log')
      return newest
    },
    /** A live token, by default the operator's; the user agent names the device. */
    async signIn({ email = OPERATOR.email, userAgent = '' } = {}): Promise<string> {
      const account = await findAccount(db, email)
      if (!account) throw new Error(`no account for ${email}`)
      const { token } = await openSession(db, {
        account,
        deviceLabel: labelDevice(userAgent),
        now: clock.now(),
        ttlDays: settings.sessionTtlDays,
      })
      return token
    },
    background,
    listen: listener.listen,
    countConnections: listener.countConnections,
    /** Waits for what no answer waits for: mails on their way. */
    settle: background.settle,
    async close(): Promise<void> {
      await listener.close()
      await background.settle()
      await inbox?.close()
      await database.close()
    },
  }
}

let demoPasswordHash: Promise<string> | undefined

async function fillDatabase(
  db: AppDeps['db'],
  wanted: DemoData | 'demo' | 'none',
  now: Date,
): Promise<DemoData | null> {
  if (wanted === 'none') return null
  const data = wanted === 'demo' ? makeDemoData(now) : wanted
  demoPasswordHash ??= hashPassword(DEMO_PASSWORD)
  await seed(db, data, testPans, await demoPasswordHash)
  return data
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

function makeListener(fetch: Parameters<typeof makeHttpServer>[0], limits?: HttpLimits) {
  const server = makeHttpServer(fetch, limits)
  return {
    /** Listens on a port, by default a free one; the answer is the address without a slash at its end. */
    async listen(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      // Null and text are the addresses of a closed server and of a pipe; this one listens on a port.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    /** How many connections are open on that port. */
    countConnections: () => promisify(server.getConnections.bind(server))(),
    async close(): Promise<void> {
      if (!server.listening) return
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}
