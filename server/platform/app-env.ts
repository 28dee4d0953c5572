import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ServerSettings } from './config/server-settings.ts'
import type { Tables } from './database/schema.ts'
import type { Write } from './database/write.ts'
import type { Mailer } from './mail/mail-service.ts'
import type { PersonalParts } from './personal-tables/personal-table.ts'

// What every part of the server gets, so it names nothing of a part that uses it. What only some parts need (a store of
// media, the cipher of PAN numbers) is a type of its owner; `WholeDeps` in create-app.ts has everything.

export type Clock = () => Date

/** Work that no response waits for. The shutdown waits for it. */
export interface BackgroundWork {
  /** Starts the work at once and logs its errors. */
  start(work: () => Promise<unknown>): void
  /** Resolves once no work is running, or after 30 seconds with a warning in the log. Never rejects. */
  settle(): Promise<void>
}

/** Dependencies of the server's parts, none of which reads an environment variable or the clock directly. */
export interface AppDeps {
  db: Kysely<Tables>
  /** Runs a writing transaction: of the server itself, or of one call, which then checks its caller's rights (accounts/guards/rights-guard.ts). */
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
  /** What each part of the server exports and erases of a person. */
  parts: PersonalParts
}

/**
 * Dependencies of the routes. Their `db` only reads, and they have no `write`: each call gets its own, with `forCall`
 * of accounts/guards/rights-guard.ts.
 */
export type RouteDeps = Omit<AppDeps, 'write'> & {
  /** For what the server must write even if the caller has lost their rights, such as giving a lease back. */
  writeAsServer: Write
}

/** Dependencies of a service during one call. */
export type CallDeps = RouteDeps & Pick<AppDeps, 'write'>

/** Checks one requirement with what the database has now. Throws the refusal. */
export type RightCheck = (db: Kysely<Tables>) => void | Promise<void>

/** What one call requires of its caller (accounts/guards/rights-guard.ts). */
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

/** The code that identifies a caller declares the variable for it, in hono's `ContextVariableMap`. */
export interface AppEnv {
  /** Absent for requests without a socket. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    rights: CallRights
    requestId: string
    /** Set when the handler has compressed the body itself: do not compress it again. */
    isEncoded?: true
  }
}
