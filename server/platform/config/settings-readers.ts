import * as v from 'valibot'
import { EmailSchema } from '#src/domain/account/account.ts'
import { parsePanKey } from './pan-key.ts'
import { SetupError } from './setup-error.ts'

// Each function reads one kind of environment variable, and throws a SetupError that names an invalid variable.

export type Environment = Record<string, string | undefined>

/** A shorter APP_SECRET can be guessed. 32 base64 characters are 192 bits. */
export const MIN_SECRET_CHARS = 32

export function readWhole(
  env: Environment,
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

export function readWord<Word extends string>(
  env: Environment,
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

export function readList(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

export function readEmail(env: Environment): string | null {
  const text = env['ADMIN_EMAIL']
  if (!text) return null
  const read = v.safeParse(EmailSchema, text)
  if (!read.success) throw new SetupError(`ADMIN_EMAIL must be an e-mail address, not "${text}".`)
  return read.output
}

/**
 * Reads one exact origin. Rejects "*" and ";" in the host: URLs allow them, but a content security
 * policy interprets them.
 */
export function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url?.origin === text.replace(/\/$/, '') && /^https?:$/.test(url.protocol)
  if (!isOrigin || !/^[\w.:[\]-]+$/.test(url.host))
    throw new SetupError(`${name} takes origins such as https://panel.example.in, not "${text}".`)
  return url.origin
}

/**
 * Requires https: over http, attackers on the network could replace a picture, and https pages
 * would block it.
 */
export function readMediaHost(text: string): string {
  const origin = readOrigin('MEDIA_HOSTS', text)
  if (!origin.startsWith('https:'))
    throw new SetupError(`MEDIA_HOSTS takes https origins only, not "${text}".`)
  return origin
}

export function readSmtpUrl(env: Environment): string | null {
  const text = env['SMTP_URL']
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    // Do not print the value: it may contain a password.
    throw new SetupError('SMTP_URL must be like smtps://user:password@mail.example.in:465.')
  return text
}

export function readOutboundProxy(env: Environment): string | null {
  const text = env['OUTBOUND_PROXY']
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || url.protocol !== 'http:' || url.pathname !== '/')
    // Do not print the value: it may contain a password.
    throw new SetupError('OUTBOUND_PROXY must be like http://user:password@proxy.example.in:3128.')
  return text
}

export function readDatabaseUrl(env: Environment): string | null {
  const text = env['DATABASE_URL']
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    // Do not print the value: it may contain a password.
    throw new SetupError(
      'DATABASE_URL must be like postgres://user:password@host:5432/marketplace.',
    )
  return text
}

export function readSender(env: Environment): string | null {
  const text = env['MAIL_FROM']
  if (!text) return null
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text
  if (!v.is(EmailSchema, address))
    throw new SetupError(
      `MAIL_FROM must be an e-mail address or like Name <codes@example.in>, not "${text}".`,
    )
  return text.trim()
}

export function readSecret(env: Environment): string | null {
  const secret = env['APP_SECRET'] || null
  if (secret !== null && secret.length < MIN_SECRET_CHARS)
    throw new SetupError(`APP_SECRET needs at least ${MIN_SECRET_CHARS} characters.`)
  return secret
}

export function readPanKey(env: Environment, name = 'PAN_KEY'): Buffer | null {
  const text = env[name]
  if (!text) return null
  const key = parsePanKey(text)
  // Do not print the value: it is a secret.
  if (!key) throw new SetupError(`${name} must be 32 bytes in base64 or as 64 hexadecimal digits.`)
  return key
}
