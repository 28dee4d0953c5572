// One-time codes have only a million values, so a plain hash would reveal the code. The database stores
// an HMAC keyed with APP_SECRET and bound to one registration and one row (OWASP Multifactor
// Authentication cheat sheet).

import { randomInt, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import { CODE_DIGITS } from '#src/domain/account/account.ts'

const SALT_BYTES = 16

/** Uniformly distributed, including codes with leading zeros. */
export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/**
 * The salt of the passwords of all registrations with this e-mail address. They share it, so that a
 * sign-in computes only one hash.
 */
export function saltOf(secret: string, email: string): Buffer {
  return Buffer.from(keyedHash(secret, ['salt', email]), 'hex').subarray(0, SALT_BYTES)
}

export function macOf(
  secret: string,
  { registrationId, id, code }: Record<'registrationId' | 'id' | 'code', string>,
): string {
  return keyedHash(secret, ['code', registrationId, id, code])
}

/** Compares two MACs in constant time. */
export function isSameMac(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
