import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { KyselyPlugin } from 'kysely'
import { findMeantAccount, findOperator } from '#server/accounts/people/account-repository.ts'
import { setFactorRule } from '#server/accounts/second-factor/factor-rule-repository.ts'
import { ensureOperator } from '#server/accounts/sign-in/operator-account-service.ts'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { makeDemoGrievances } from '#server/demo/demo-grievances.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { seed } from '#server/demo/demo-seeding.ts'
import { listLiveClaims } from '#server/listings/claims/claim-service.ts'
import type { WholeDeps } from '#server/main/create-app.ts'
import { createApp } from '#server/main/create-app.ts'
import { ensurePushKeys } from '#server/notices/messages/push-key-service.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import type { AuditRow } from '#server/platform/database/schema.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { makeListCache } from '#server/platform/http/calls/list-cache.ts'
import { type HttpLimits, makeHttpServer } from '#server/platform/http/http-server.ts'
import { type ListenForChanges, makeChangeFeed } from '#server/platform/live/change-feed.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMailer } from '#server/platform/mail/mail-service.ts'
import { makeFolderStore } from '#server/platform/media/stores/folder-media-store.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { STAFF_ROLES } from '#src/domain/team/permission.ts'
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts'
import { accessAccounts, hashOnce, insertOperator, OPERATOR, PASSWORD } from './test-accounts.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { testPans } from './test-pans.ts'

export interface TestServerOptions {
  /** Initial time of the server's clock, which only `clock.advance` moves. */
  now?: string | Date
  /** Uses the machine's running clock, for tests with a browser, whose clock runs too. */
  isClockRunning?: boolean
  seed?: DemoData | 'demo' | 'none'
  distDir?: string
  mediaDirs?: string[]
  /** The store of owners' media, by default a folder. */
  mediaStore?: WholeDeps['mediaStore']
  /** Shares the files folder of another server, like a second process of it. */
  filesDir?: string
  settings?: Partial<WholeDeps['settings']>
  httpLimits?: HttpLimits
  /**
   * 'inbox': the fixture starts an SMTP server (`getInbox`). `url`: mails go to that server. 'none', the default: no mail
   * is sent, and one-time codes are in the log.
   */
  mail?: 'inbox' | 'none' | { url: string }
  /** Minimum log level, by default 'info'. */
  logLevel?: ServerSettings['logLevel']
  /** Kysely plugins, for example to count statements. */
  plugins?: readonly KyselyPlugin[]
  /** Flushes each commit to the disk, as a server in production does, for measurements. */
  isFlushed?: boolean
  /** Keeps a new installation's rules for second factors; without this option, no role needs a second factor. */
  requiresFactors?: boolean
  /** The URL that people open, by default `PUBLIC_URL`. */
  publicUrl?: string
  /** How the server hears of the changes of other processes; by default it does not. */
  listenForChanges?: ListenForChanges
  /** Runs before each writing transaction of the app, for example to hold it back. */
  beforeWrite?: () => Promise<void>
  /** An open database to use instead of a new one; it is closed with the server. */
  database?: TestDatabase
}

const UNSET_NOW = '2025-09-17T06:30:00.000Z'
const APP_SECRET = 'a secret that only tests know, 1234'
export const PUBLIC_URL = 'https://marketplace.example'
const MAIL_FROM = 'Property Marketplace <codes@marketplace.example>'
const DEMO_MEDIA = join(import.meta.dirname, '../../../server/demo/media')

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The real app with its own database. `app.request(...)` needs no port; `listen()` opens one. */
export async function startTestServer(options: TestServerOptions = {}) {
  const clock = makeClock(options)
  const fill = (db: WholeDeps['db']) => fillDatabase(db, clock.now(), options)
  const database =
    options.database ?? (await openTestDatabase({ ...options, fill, key: nameContent(options) }))
  if (options.database) await fill(options.database.db)
  const plugins = options.plugins ?? []
  const db = plugins.reduce((under, plugin) => under.withPlugin(plugin), database.db)
  const demoUser = await findMeantAccount(db, { email: DEMO_USER_EMAIL, preferredRole: 'user' })
  const publicUrl = options.publicUrl ?? PUBLIC_URL
  const settings = {
    sessionTtlDays: 7,
    staffIdleHours: 12,
    hstsSubdomains: 'on' as const,
    adminEmail: null,
    corsOrigins: [],
    mediaHosts: [],
    trustedProxies: [],
    apiOrigin: null,
    // Disabled, because the limiter refills over time and the test clock does not run.
    requestsPerMinute: 0,
    ...options.settings,
  }
  // The folder of owners' files: unfinished uploads and stored media.
  const filesDir = options.filesDir ?? mkdtempSync(join(tmpdir(), 'server-files-'))
  const mediaDir = join(filesDir, 'media')
  const uploadDir = join(filesDir, 'uploads')
  const mediaStore = options.mediaStore ?? makeFolderStore(mediaDir)
  const logged: string[] = []
  const log = makeLog(options.logLevel ?? 'info', { write: (line) => logged.push(line) })
  const inbox = options.mail === 'inbox' ? await startSmtpInbox() : null
  const smtpUrl = inbox?.url ?? (typeof options.mail === 'object' ? options.mail.url : null)
  const background = makeBackgroundWork(log)
  const metrics = makeMetrics()
  const mailer = makeMailer({ smtpUrl, mailFrom: MAIL_FROM }, log, metrics)
  const lifecycle: WholeDeps['lifecycle'] = { phase: 'serving' }
  const changes = makeChangeFeed({
    db,
    log,
    listen: options.listenForChanges,
    readClaims: async () => JSON.stringify(await listLiveClaims(db, clock.now())),
  })
  const write = makeWrite(db, changes.note)
  const app = createApp({
    db,
    async write(work) {
      await options.beforeWrite?.()
      return write(work)
    },
    changes,
    clock: clock.now,
    settings,
    publicUrl,
    log,
    mailer,
    background,
    appSecret: APP_SECRET,
    pans: testPans,
    metrics,
    lists: makeListCache(),
    lifecycle,
    distDir: options.distDir ?? null,
    mediaDirs: [...(options.mediaDirs ?? [DEMO_MEDIA]), mediaDir],
    mediaStore,
    uploadDir,
  })
  const listener = makeListener(app.fetch, options.httpLimits)
  /** The inbox of `mail: 'inbox'`. @throws if there is none */
  function getInbox(): SmtpInbox {
    if (!inbox) throw new Error("start the server with mail: 'inbox'")
    return inbox
  }

  return {
    app,
    db,
    write,
    changes,
    ...accessAccounts(db, clock.now, settings.sessionTtlDays),
    /** File path or connection URL, for another process to open the database. */
    place: database.place,
    filesDir,
    mediaStore,
    uploadDir,
    mediaDir,
    clock,
    logged,
    log,
    mailer,
    metrics,
    lifecycle,
    operator: OPERATOR,
    /** The verified end user of the demo data, who has events. Exists only on servers with that data. */
    demoUser: {
      id: demoUser?.id ?? 'nobody',
      email: DEMO_USER_EMAIL,
      password: PASSWORD,
    },
    publicUrl,
    appSecret: APP_SECRET,
    mailFrom: MAIL_FROM,
    getInbox,
    /** All mails in the inbox, including those that the server sends after its answers. */
    async listMails(): Promise<SmtpInbox['mails']> {
      await background.settle()
      return getInbox().mails
    },
    /** All entries, including those that the server writes after its answers. */
    async listAudit(action?: AuditRow['action']): Promise<AuditRow[]> {
      await background.settle()
      const entries = db.selectFrom('audit_log').selectAll().orderBy('id')
      return (action ? entries.where('action', '=', action) : entries).execute()
    },
    /** The newest one-time code in the log of a server without a mail server. @throws if there is none */
    getLoggedCode(): string {
      const codes = logged.flatMap((line) => /"code":"(\d{6})"/.exec(line)?.[1] ?? [])
      const newest = codes.at(-1)
      if (newest === undefined) throw new Error('no code is in the log')
      return newest
    },
    /** The password of `signInAs` and of `demoUser`. */
    password: PASSWORD,
    background,
    listen: listener.listen,
    countConnections: listener.countConnections,
    /** Waits for background work that no response waits for, such as mails. */
    settle: background.settle,
    async close(): Promise<void> {
      await changes.close()
      await listener.close()
      await background.settle()
      await inbox?.stop()
      await database.close()
      if (!options.filesDir) rmSync(filesDir, { recursive: true, force: true })
    },
  }
}

/** A key for the content of a new database, if other servers of the process have the same: those without listings of their own. */
function nameContent({
  seed,
  now = UNSET_NOW,
  isClockRunning,
  requiresFactors,
}: TestServerOptions) {
  if (isClockRunning || typeof seed === 'object') return undefined
  return JSON.stringify([seed, now, requiresFactors])
}

async function fillDatabase(
  db: WholeDeps['db'],
  now: Date,
  { seed: wanted = 'demo', requiresFactors }: TestServerOptions,
): Promise<void> {
  const data = wanted === 'demo' ? makeDemoData(now) : wanted
  if (data !== 'none') await seed(db, data, testPans, await hashOnce(PASSWORD))
  const [user] = data === 'none' ? [] : data.users
  if (wanted === 'demo' && user)
    await db.insertInto('grievances').values(makeDemoGrievances(now, user.id)).execute()
  if (await findOperator(db)) await ensureOperator(db, { ...OPERATOR, now })
  else await insertOperator(db, now)
  if (!requiresFactors) for (const role of STAFF_ROLES) await setFactorRule(db, role, false)
  await ensurePushKeys(db, APP_SECRET)
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
    /** Listens on a port, by default a free one. Returns the URL without a trailing slash. */
    async listen(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      // The cast is safe: only a closed server has the address null, and only a server on a pipe has a string.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
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
