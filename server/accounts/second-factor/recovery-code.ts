import { randomInt } from 'node:crypto'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import { RECOVERY_CODE_CHARS, RECOVERY_CODES } from '#src/domain/account/second-factor.ts'

// Recovery codes of 50 random bits. A plain hash of so few bits can be searched, so the database
// stores an HMAC keyed with APP_SECRET and bound to the account.

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz' // Crockford's base 32: no i, l, o or u

/** Ten different codes, without the dash that is displayed. */
export function makeRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(makeRecoveryCode())
  return [...codes]
}

/** Inserts a dash in the middle, which makes a code easier to read and to type. */
export function showRecoveryCode(code: string): string {
  const middle = RECOVERY_CODE_CHARS / 2
  return `${code.slice(0, middle)}-${code.slice(middle)}`
}

/** The stored HMAC of a code. Treats i and l as 1, and o as 0, because people confuse them. */
export function recoveryMacOf(appSecret: string, userId: string, code: string): string {
  const read = code.replace(/[il]/g, '1').replace(/o/g, '0')
  return keyedHash(appSecret, ['recovery-code', userId, read])
}

function makeRecoveryCode(): string {
  return Array.from({ length: RECOVERY_CODE_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  )
}
