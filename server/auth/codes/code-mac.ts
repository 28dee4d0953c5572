// One-time codes have a million values, so a plain hash of one is as good as the code. What is stored is an HMAC under
// APP_SECRET that holds for one registration and one row (OWASP Multifactor Authentication cheat sheet).

import { randomInt, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/config/keyed-hash.ts'
import { CODE_DIGITS } from '#src/domain/account.ts'

const SALT_BYTES = 16

/** Uniform, leading zeros and all. */
export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What stands for a caller's network. */
export function networkSubjectOf(secret: string, address: string): string {
  return keyedHash(secret, ['network', address])
}

/** What stands for a registration. */
export function registrationSubjectOf(secret: string, id: string): string {
  return keyedHash(secret, ['registration', id])
}

/** What stands for an e-mail address as one network names it. */
export function pairSubjectOf(secret: string, email: string, address: string): string {
  return keyedHash(secret, ['code-try', 'pair', email, address])
}

/** One salt for all registrations of an address: a sign-in computes one hash, however many of them there are. */
export function saltOf(secret: string, email: string): Buffer {
  return Buffer.from(keyedHash(secret, ['salt', email]), 'hex').subarray(0, SALT_BYTES)
}

export function macOf(
  secret: string,
  { registrationId, id, code }: Record<'registrationId' | 'id' | 'code', string>,
): string {
  return keyedHash(secret, ['code', registrationId, id, code])
}

/** Whether two MACs are equal, in a time that does not tell where they differ. */
export function isSameMac(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
