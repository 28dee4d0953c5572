import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Session } from './auth/sessions/session-service.ts'
import type { ServerSettings } from './config/server-settings.ts'
import type { Tables } from './database/schema.ts'
import type { Lifecycle } from './health/readiness-service.ts'
import type { ListCache } from './http/calls/list-cache.ts'
import type { PanCipher } from './loans/pan-cipher.ts'
import type { Mailer } from './mail/mail-service.ts'
import type { Metrics } from './metrics/metrics-service.ts'
import type { BackgroundWork } from './operations/background-work.ts'

export type Clock = () => Date

/** What the app is given; it reads no environment and no clock of its own. */
export interface AppDeps {
  db: Kysely<Tables>
  clock: Clock
  /** The origin of every absolute link; the Host header never is. */
  publicUrl: string
  settings: Pick<
    ServerSettings,
    | 'sessionTtlDays'
    | 'corsOrigins'
    | 'mediaHosts'
    | 'trustedProxies'
    | 'apiOrigin'
    | 'requestsPerMinute'
  >
  log: Logger
  mailer: Mailer
  background: BackgroundWork
  /** What one-time codes are kept under. */
  appSecret: string
  pans: PanCipher
  metrics: Metrics
  lifecycle: Lifecycle
  lists: ListCache
  /** The built app; null serves the API alone. */
  distDir: string | null
  /** Looked through in this order. */
  mediaDirs: readonly string[]
}

export interface AppEnv {
  /** Absent when a request comes without a socket. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    session: Session
    requestId: string
    /** The handler has chosen the encoding of the answer; nothing compresses it again. */
    isEncoded?: true
  }
}
