import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import type { AppDeps, AppEnv } from './app-env.ts'
import { listMediaDirs } from './app-folders.ts'
import { getAppSecret } from './app-secret.ts'
import {
  ensureOperator,
  type OperatorSignIn,
  requirePasswordFitFor,
} from './auth/operator-account-service.ts'
import { makeBackgroundWork } from './background-work.ts'
import { createApp } from './create-app.ts'
import { openData } from './database/open-data.ts'
import type { Tables } from './database/schema.ts'
import { type DemoSignIn, isEmpty, seedDemo } from './demo-seeding.ts'
import { makeHttpServer } from './http-server.ts'
import { makeMailer } from './mail/mail-service.ts'
import type { ServerSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

export interface RunningServer {
  port: number
  operator: OperatorSignIn
  /** Only when the demo was made just now. */
  demoUser: DemoSignIn | null
  /** Finishes what runs, mails on their way too, then closes the database. */
  close: () => Promise<void>
}

const LAST_ANSWERS_MS = 10_000 // a connection that is still busy after this is cut

/** Opens the data folder, listens, and answers as soon as the data is ready. @throws SetupError */
export async function startServer(
  settings: ServerSettings,
  distDir: string | null,
): Promise<RunningServer> {
  const { db, close: closeDatabase } = await openData(settings)
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  try {
    const clock = () => new Date()
    const deps = makeDeps(db, settings)
    const app = createApp({ ...deps, clock, distDir })
    // The port comes before the account: a password made for a server that cannot listen would be lost.
    const server = await listen(app, settings, opened)
    const { operator, demoUser } = await prepareData(db, settings, clock())
    open()
    // Who set SMTP_URL wrong learns it now, from the log, and not from people without a code.
    deps.background.start(() => deps.mailer.isUsable())
    const close = async () => {
      await closeHttp(server)
      await deps.background.settle()
      await closeDatabase()
    }
    return { port: portOf(server), operator, demoUser, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

function makeDeps(
  db: Kysely<Tables>,
  settings: ServerSettings,
): Omit<AppDeps, 'clock' | 'distDir'> {
  const log = pino({ level: settings.logLevel })
  return {
    db,
    settings,
    log,
    mailer: makeMailer(settings, log),
    background: makeBackgroundWork(log),
    appSecret: getAppSecret(settings.appSecret, settings.dataDir),
    mediaDirs: listMediaDirs(settings.dataDir),
  }
}

async function prepareData(
  db: Kysely<Tables>,
  settings: ServerSettings,
  now: Date,
): Promise<Pick<RunningServer, 'operator' | 'demoUser'>> {
  const isNew = settings.seed === 'demo' && (await isEmpty(db))
  const { adminEmail: email, adminPassword: password } = settings
  const demoUser = isNew ? (await seedDemo(db, now, email)).demoUser : null
  const operator = await ensureOperator(db, { email, password, now })
  requirePasswordFitFor(operator, settings.host)
  return { operator, demoUser }
}

async function listen(
  app: Hono<AppEnv>,
  { port, host }: ServerSettings,
  opened: Promise<void>,
): Promise<Server> {
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    await opened
    return app.fetch(request, env)
  }
  const server = makeHttpServer(fetch)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  return server
}

function explain(error: Error, host: string, port: number): SetupError {
  const code = 'code' in error ? String(error.code) : error.message
  if (code === 'EADDRINUSE')
    return new SetupError(`Port ${port} is in use already: stop the other program or set PORT.`)
  return new SetupError(`The server cannot listen on ${host}, port ${port} (${code}).`)
}

function portOf(server: Server): number {
  // Null and text are the addresses of a closed server and of a pipe; this one listens on a port.
  return (server.address() as AddressInfo).port
}

async function closeHttp(server: Server): Promise<void> {
  // A connection whose answer is still on its way must not linger for another question afterwards.
  server.keepAliveTimeout = 1
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}
