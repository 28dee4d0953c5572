import { hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { makeValueCipher, type ValueCipher } from '#server/platform/config/value-cipher.ts'

// Time-based one-time passwords (RFC 6238) with the values that every authenticator app supports:
// SHA-1, six digits, 30 seconds.

const ISSUER = 'Property Marketplace'
const PERIOD_S = 30
const SKEW_STEPS = 1 // RFC 6238, section 5.2, allows one step for slow networks and wrong clocks
const OFF_STEPS = 20 // ten minutes: phones whose clock was set by hand are off by less
const SECRET_BYTES = 20 // RFC 4226, section 4, R6 recommends 160 bits
const KEY_BYTES = 32 // AES-256
const KEY_INFO = 'totp secrets' // no other key derived from APP_SECRET has this name

/** 20 random bytes in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The otpauth:// URL for a QR code. Authenticator apps display the account name. */
export function toTotpAddress(secret: string, accountName: string): string {
  return makeTotp(secret, accountName).toString()
}

/** The time step of this code, at most one from the current step; null for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = makeTotp(secret, '').validate({ token: code, timestamp, window: SKEW_STEPS })
  return delta === null ? null : TOTP.counter({ period: PERIOD_S, timestamp }) + delta
}

/**
 * Whether the code was valid within the last ten minutes and is no more. Only explains a refusal. A code that becomes
 * valid later is not found: a guesser could wait for its time.
 */
export function isPastCode(secret: string, code: string, now: Date): boolean {
  const timestamp = now.getTime()
  const delta = makeTotp(secret, '').validate({ token: code, timestamp, window: OFF_STEPS })
  return delta !== null && delta < -SKEW_STEPS
}

/** The cipher for stored secrets. Callers pass the account's id as the record id. */
export function makeTotpCipher(appSecret: string): ValueCipher {
  const key = hkdfSync('sha256', appSecret, '', KEY_INFO, KEY_BYTES)
  return makeValueCipher(Buffer.from(key), 't1')
}

function makeTotp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  })
}
