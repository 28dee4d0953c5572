import { join, resolve } from 'node:path'
import { MAX_PASSWORD_CHARS, MIN_STAFF_PASSWORD_CHARS } from '#src/domain/account/account.ts'
import { FIRST_DUE_HOURS } from '#src/domain/due/work-calendar.ts'
import { BACKUPS_KEPT, SESSION_DAYS } from '#src/domain/retention.ts'
import { isLoopback, isServedLocally } from './loopback-host.ts'
import { mediaDirIn } from './media-access.ts'
import { type MediaS3Settings, readMediaS3 } from './media-store-settings.ts'
import { type ProxyRange, readProxyRange } from './proxy-range.ts'
import {
  type Environment,
  readDatabaseUrl,
  readEmail,
  readList,
  readMediaHost,
  readOrigin,
  readOutboundProxy,
  readPanKey,
  readSecret,
  readSender,
  readSmtpUrl,
  readWhole,
  readWord,
} from './settings-readers.ts'
import { SetupError } from './setup-error.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

export interface ServerSettings {
  port: number
  host: string
  dataDir: string
  /** Folder of the operator's own videos and pictures. */
  mediaDir: string
  /** The S3 store of owners' media; null to store them in MEDIA_DIR. Contains a secret: never print it. */
  mediaS3: MediaS3Settings | null
  /** Folder of unfinished uploads. All processes must use the same. */
  uploadDir: string
  /** The origin of every absolute link; null means http://localhost with the listening port. */
  publicUrl: string | null
  /**
   * PostgreSQL URL, to use instead of the data folder's database. Contains a password: never print
   * it.
   */
  databaseUrl: string | null
  seed: 'demo' | 'none'
  adminEmail: string | null
  adminPassword: string | null
  sessionTtlDays: number
  /** Hours without a request after which staff must confirm their identity; 0 for never. */
  staffIdleHours: number
  /** Working hours in which a submission should be decided. */
  reviewDueHours: number
  corsOrigins: readonly string[]
  /** Origins other than our own that pages may load pictures and videos from. */
  mediaHosts: readonly string[]
  trustedProxies: readonly ProxyRange[]
  /** Whether Strict-Transport-Security covers the subdomains of the site too. */
  hstsSubdomains: 'on' | 'off'
  /** Sustained request rate of one session; 0 for no limit. */
  requestsPerMinute: number
  /** The origin of the API, if the built app uses another host for it. */
  apiOrigin: string | null
  /** The mail server. Contains a password: never print it. */
  smtpUrl: string | null
  mailFrom: string | null
  /**
   * The HTTP proxy for push services, webhooks and media of imports; null for none. Contains a
   * password: never print it.
   */
  outboundProxy: string | null
  appSecret: string | null
  /** 32-byte encryption key of the PAN numbers: never print it. */
  panKey: Buffer | null
  /** The port of the Prometheus metrics; null to disable them. */
  metricsPort: number | null
  metricsHost: string
  /** Hours between backups; 0 for no backups. */
  backupEveryHours: number
  /** The number of backups to keep. */
  backupKeep: number
  backupDir: string
  /** Whether scheduled backups have the photos and videos of owners too. */
  backupMedia: 'on' | 'off'
  /** How long a stopping server keeps serving, so that proxies notice and stop sending requests. */
  drainSeconds: number
  logLevel: (typeof LOG_LEVELS)[number]
}

const MAX_SESSION_DAYS = 365 // a higher number is probably a typo
const MAX_IDLE_HOURS = 24 * MAX_SESSION_DAYS
const MAX_DUE_HOURS = 200 // a month of working days
const MAX_BACKUP_HOURS = 744 // a month
const MAX_DRAIN_S = 600 // far more than needed: proxies check /readyz every few seconds

/**
 * Reads and validates the environment. Empty variables count as unset. @throws SetupError naming
 * the invalid variable
 */
export function readSettings(env: Environment): ServerSettings {
  const databaseUrl = readDatabaseUrl(env)
  const dataDir = resolve(env['DATA_DIR'] || 'data')
  const place = {
    host: env['HOST'] || '127.0.0.1',
    publicUrl: env['PUBLIC_URL'] ? readOrigin('PUBLIC_URL', env['PUBLIC_URL']) : null,
    trustedProxies: readList(env, 'TRUSTED_PROXIES').map(readProxyRange),
  }
  // Invented listings and people belong on a public site or in a shared database only if SEED asks for them.
  const isTrial = databaseUrl === null && isServedLocally(place)
  const settings: ServerSettings = {
    ...place,
    port: readWhole(env, 'PORT', 3000, 0, 65_535),
    dataDir,
    mediaDir: resolve(env['MEDIA_DIR'] || mediaDirIn(dataDir)),
    mediaS3: readMediaS3(env),
    uploadDir: resolve(env['UPLOAD_DIR'] || join(dataDir, 'uploads')),
    databaseUrl,
    seed: readWord(env, 'SEED', ['demo', 'none'], isTrial ? 'demo' : 'none'),
    adminEmail: readEmail(env),
    adminPassword: env['ADMIN_PASSWORD'] || null,
    sessionTtlDays: readWhole(env, 'SESSION_TTL_DAYS', SESSION_DAYS, 1, MAX_SESSION_DAYS),
    staffIdleHours: readWhole(env, 'STAFF_IDLE_HOURS', 12, 0, MAX_IDLE_HOURS),
    reviewDueHours: readWhole(env, 'REVIEW_DUE_HOURS', FIRST_DUE_HOURS, 1, MAX_DUE_HOURS),
    corsOrigins: readList(env, 'CORS_ORIGINS').map((text) => readOrigin('CORS_ORIGINS', text)),
    mediaHosts: readList(env, 'MEDIA_HOSTS').map(readMediaHost),
    hstsSubdomains: readWord(env, 'HSTS_SUBDOMAINS', ['on', 'off'], 'on'),
    requestsPerMinute: readWhole(env, 'REQUESTS_PER_MINUTE', 600, 0, 1_000_000),
    apiOrigin: env['VITE_API_HOST'] ? readOrigin('VITE_API_HOST', env['VITE_API_HOST']) : null,
    smtpUrl: readSmtpUrl(env),
    mailFrom: readSender(env),
    outboundProxy: readOutboundProxy(env),
    appSecret: readSecret(env),
    panKey: readPanKey(env),
    metricsPort: env['METRICS_PORT'] ? readWhole(env, 'METRICS_PORT', 0, 0, 65_535) : null,
    metricsHost: env['METRICS_HOST'] || '127.0.0.1',
    backupEveryHours: readWhole(env, 'BACKUP_EVERY', 0, 0, MAX_BACKUP_HOURS),
    backupKeep: readWhole(env, 'BACKUP_KEEP', BACKUPS_KEPT, 1, 1_000),
    backupDir: resolve(env['BACKUP_DIR'] || join(dataDir, 'backups')),
    backupMedia: readWord(env, 'BACKUP_MEDIA', ['on', 'off'], 'off'),
    drainSeconds: readWhole(env, 'DRAIN_SECONDS', 0, 0, MAX_DRAIN_S),
    logLevel: readWord(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
  }
  checkPublicUrl(settings)
  checkPassword(settings)
  if (settings.smtpUrl !== null && settings.mailFrom === null)
    throw new SetupError('MAIL_FROM must be set with SMTP_URL: the address that codes come from.')
  if (settings.databaseUrl !== null && settings.appSecret === null)
    throw new SetupError('APP_SECRET must be set with DATABASE_URL: all processes need the same.')
  if (settings.databaseUrl !== null && settings.panKey === null)
    throw new SetupError('PAN_KEY must be set with DATABASE_URL: all processes need the same.')
  return settings
}

/** Whether the operator's password is too short for anything but a server that only this machine can open. */
export function isPasswordShort(password: string): boolean {
  return password.length < MIN_STAFF_PASSWORD_CHARS
}

function checkPublicUrl({ publicUrl, host, trustedProxies }: ServerSettings): void {
  if (publicUrl !== null || (isLoopback(host) && trustedProxies.length === 0)) return
  throw new SetupError(
    'PUBLIC_URL must be set when HOST is not a loopback address or TRUSTED_PROXIES is set: the address that people open, such as https://panel.example.in.',
  )
}

function checkPassword(settings: ServerSettings): void {
  const { adminPassword } = settings
  if (adminPassword === null) return
  if (adminPassword.length > MAX_PASSWORD_CHARS)
    throw new SetupError(`ADMIN_PASSWORD may have at most ${MAX_PASSWORD_CHARS} characters.`)
  if (isPasswordShort(adminPassword) && !isServedLocally(settings))
    throw new SetupError(
      `ADMIN_PASSWORD needs at least ${MIN_STAFF_PASSWORD_CHARS} characters when others can open the server: HOST or PUBLIC_URL is not a loopback address, or TRUSTED_PROXIES is set.`,
    )
}
