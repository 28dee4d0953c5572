import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { EmailSchema, MAX_PASSWORD_CHARS } from '#src/domain/account.ts'
import { SetupError } from './setup-error.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

export interface ServerSettings {
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL that takes the place of the data folder's database, with its password; never to be printed. */
  databaseUrl: string | null
  seed: 'demo' | 'none'
  adminEmail: string | null
  adminPassword: string | null
  sessionTtlDays: number
  corsOrigins: readonly string[]
  trustedProxies: readonly string[]
  /** What one session may send for ever; 0 for no such limit. */
  requestsPerMinute: number
  /** Where the built app finds its API, when that is another host. */
  apiOrigin: string | null
  /** The mail server for one-time codes, with its password; never to be printed. */
  smtpUrl: string | null
  mailFrom: string | null
  appSecret: string | null
  logLevel: (typeof LOG_LEVELS)[number]
}

const MIN_OPERATOR_PASSWORD_CHARS = 15 // NIST SP 800-63B for a single factor
/** An APP_SECRET of fewer characters can be guessed: 32 of base64 are 192 bits. */
export const MIN_SECRET_CHARS = 32
const MAX_SESSION_DAYS = 365 // longer is a mistyped number rather than a wish

/** Reads and checks the environment; an empty variable counts as unset. @throws SetupError naming the wrong one. */
export function readSettings(env: Record<string, string | undefined>): ServerSettings {
  const databaseUrl = readDatabaseUrl(env)
  const settings: ServerSettings = {
    port: readWhole(env, 'PORT', 3000, 0, 65_535),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl,
    // Nobody wants demonstration data in a database that others use too, unless they say so.
    seed: readWord(env, 'SEED', ['demo', 'none'], databaseUrl === null ? 'demo' : 'none'),
    adminEmail: readEmail(env),
    adminPassword: env['ADMIN_PASSWORD'] || null,
    sessionTtlDays: readWhole(env, 'SESSION_TTL_DAYS', 7, 1, MAX_SESSION_DAYS),
    corsOrigins: readList(env, 'CORS_ORIGINS').map((text) => readOrigin('CORS_ORIGINS', text)),
    trustedProxies: readList(env, 'TRUSTED_PROXIES').map(readAddress),
    requestsPerMinute: readWhole(env, 'REQUESTS_PER_MINUTE', 600, 0, 1_000_000),
    apiOrigin: env['VITE_API_HOST'] ? readOrigin('VITE_API_HOST', env['VITE_API_HOST']) : null,
    smtpUrl: readSmtpUrl(env),
    mailFrom: readSender(env),
    appSecret: readSecret(env),
    logLevel: readWord(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
  }
  checkPassword(settings)
  if (settings.smtpUrl !== null && settings.mailFrom === null)
    throw new SetupError('MAIL_FROM must be set with SMTP_URL: the address that codes come from.')
  if (settings.databaseUrl !== null && settings.appSecret === null)
    throw new SetupError('APP_SECRET must be set with DATABASE_URL: all processes need the same.')
  return settings
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Whether the operator's password is accepted only because nobody else can reach this host. */
export function isPasswordShort(password: string): boolean {
  return password.length < MIN_OPERATOR_PASSWORD_CHARS
}

function checkPassword({ adminPassword, host }: ServerSettings): void {
  if (adminPassword === null) return
  if (adminPassword.length > MAX_PASSWORD_CHARS)
    throw new SetupError(`ADMIN_PASSWORD may have at most ${MAX_PASSWORD_CHARS} characters.`)
  if (isPasswordShort(adminPassword) && !isLoopback(host))
    throw new SetupError(
      `ADMIN_PASSWORD needs at least ${MIN_OPERATOR_PASSWORD_CHARS} characters when HOST (${host}) is not a loopback address.`,
    )
}

function readWhole(
  env: Record<string, string | undefined>,
  name: string,
  unset: number,
  least: number,
  most: number,
): number {
  const text = env[name]
  if (!text) return unset
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new SetupError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
  return value
}

function readWord<Word extends string>(
  env: Record<string, string | undefined>,
  name: string,
  words: readonly Word[],
  unset: Word,
): Word {
  const text = env[name]
  if (!text) return unset
  const word = words.find((known) => known === text)
  if (!word) throw new SetupError(`${name} must be one of ${words.join(', ')}, not "${text}".`)
  return word
}

function readList(env: Record<string, string | undefined>, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function readEmail(env: Record<string, string | undefined>): string | null {
  const text = env['ADMIN_EMAIL']
  if (!text) return null
  const read = v.safeParse(EmailSchema, text)
  if (!read.success) throw new SetupError(`ADMIN_EMAIL must be an e-mail address, not "${text}".`)
  return read.output
}

function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.origin !== text.replace(/\/$/, '') || !/^https?:$/.test(url.protocol))
    throw new SetupError(`${name} takes origins such as https://panel.example.in, not "${text}".`)
  return url.origin
}

function readSmtpUrl(env: Record<string, string | undefined>): string | null {
  const text = env['SMTP_URL']
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    // Not repeated: a password may be in it.
    throw new SetupError('SMTP_URL must be like smtps://user:password@mail.example.in:465.')
  return text
}

function readDatabaseUrl(env: Record<string, string | undefined>): string | null {
  const text = env['DATABASE_URL']
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    // Not repeated: a password may be in it.
    throw new SetupError(
      'DATABASE_URL must be like postgres://user:password@host:5432/marketplace.',
    )
  return text
}

function readSender(env: Record<string, string | undefined>): string | null {
  const text = env['MAIL_FROM']
  if (!text) return null
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text
  if (!v.is(EmailSchema, address))
    throw new SetupError(
      `MAIL_FROM must be an e-mail address or like Name <codes@example.in>, not "${text}".`,
    )
  return text.trim()
}

function readSecret(env: Record<string, string | undefined>): string | null {
  const secret = env['APP_SECRET'] || null
  if (secret !== null && secret.length < MIN_SECRET_CHARS)
    throw new SetupError(`APP_SECRET needs at least ${MIN_SECRET_CHARS} characters.`)
  return secret
}

function readAddress(text: string): string {
  if (isIP(text) === 0)
    throw new SetupError(`TRUSTED_PROXIES takes IP addresses such as 10.0.0.2, not "${text}".`)
  return text
}
