import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { KeyHolder } from './api-keys/key-holder.ts'
import type { Session } from './auth/sessions/session-service.ts'
import type { ServerSettings } from './config/server-settings.ts'
import type { Tables } from './database/schema.ts'
import type { Write } from './database/write.ts'
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
  /** Runs a writing transaction: of the server itself, or of one call, which then checks its caller's rights (auth/rights-guard.ts). */
  write: Write
  clock: Clock
  /** The origin of every absolute link. The Host header is not trusted for this. */
  publicUrl: string
  settings: Pick<
    ServerSettings,
    | 'sessionTtlDays'
    | 'corsOrigins'
    | 'mediaHosts'
    | 'trustedProxies'
    | 'hstsSubdomains'
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

/**
 * Dependencies of the routes. Their `db` only reads, and they have no `write`: each call gets its own, with `forCall`
 * of auth/rights-guard.ts.
 */
export type RouteDeps = Omit<AppDeps, 'write'> & {
  /** For what the server must write even if the caller has lost their rights, such as giving a lease back. */
  writeAsServer: Write
}

/** Dependencies of a service during one call. */
export type CallDeps = RouteDeps & Pick<AppDeps, 'write'>

/** Checks one requirement with what the database has now. Throws the refusal. */
export type RightCheck = (db: Kysely<Tables>) => void | Promise<void>

/** What one call requires of its caller (auth/rights-guard.ts). */
export interface CallRights {
  /** Checks a requirement now, and again in each writing transaction of the call. */
  require(check: RightCheck): Promise<void>
  /**
   * Checks all requirements of the call again, outside a transaction: between the parts of a file that is written, or
   * before data is read for a body that may have arrived slowly.
   */
  checkAgain(): Promise<void>
  /** Runs a writing transaction of the call, which begins with the checks of all its requirements. */
  write: Write
}

export interface AppEnv {
  /** Absent for requests without a socket. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    session: Session
    /** Set instead of `session` in calls with an API key. */
    keyHolder: KeyHolder
    rights: CallRights
    requestId: string
    /** Set when the handler has compressed the body itself: do not compress it again. */
    isEncoded?: true
  }
}
