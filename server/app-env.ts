import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { KeyHolder } from './api-keys/key-holder.ts'
import type { Session } from './auth/sessions/session-service.ts'
import type { ServerSettings } from './config/server-settings.ts'
import type { Tables } from './database/schema.ts'
import type { Lifecycle } from './health/readiness-service.ts'
import type { ListCache } from './http/calls/list-cache.ts'
import type { PanCipher } from './loans/pan-cipher.ts'
import type { Mailer } from './mail/mail-service.ts'
import type { MediaStore } from './media/stores/media-store.ts'
import type { Metrics } from './metrics/metrics-service.ts'
import type { BackgroundWork } from './operations/background-work.ts'

export type Clock = () => Date

/** Dependencies of the Hono app (create-app.ts), which reads no environment variable or clock directly. */
export interface AppDeps {
  db: Kysely<Tables>
  clock: Clock
  /** The origin of every absolute link. The Host header is not trusted for this. */
  publicUrl: string
  settings: Pick<
    ServerSettings,
    | 'sessionTtlDays'
    | 'corsOrigins'
    | 'mediaHosts'
    | 'trustedProxies'
    | 'apiOrigin'
    | 'requestsPerMinute'
    | 'staffIdleHours'
    | 'adminEmail'
  >
  log: Logger
  mailer: Mailer
  background: BackgroundWork
  /** HMAC key of stored hashes, such as those of one-time codes. Encryption keys are derived from it. */
  appSecret: string
  pans: PanCipher
  metrics: Metrics
  lifecycle: Lifecycle
  lists: ListCache
  /** The built app; null to serve only the API. */
  distDir: string | null
  /** Folders with the media files that are not in `mediaStore`, such as the demonstration data's; searched in this order. */
  mediaDirs: readonly string[]
  /** The store of owners' photos and videos. */
  mediaStore: MediaStore
  /** The folder of unfinished uploads, which all processes share. */
  uploadDir: string
}

export interface AppEnv {
  /** Absent for requests without a socket. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    session: Session
    /** Set instead of `session` in calls with an API key. */
    keyHolder: KeyHolder
    requestId: string
    /** Set when the handler has compressed the body itself: do not compress it again. */
    isEncoded?: true
  }
}
