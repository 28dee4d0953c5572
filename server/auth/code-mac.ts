// One-time codes have a million values, so a plain hash of one is as good as the code. What is stored is an HMAC under
// APP_SECRET that holds for one purpose, one e-mail address and one row (research c1).

import { randomInt, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/config/keyed-hash.ts'
import { CODE_DIGITS } from '#src/domain/account.ts'

/** A code that proves an e-mail address, or one that was sent to nobody and proves nothing. */
export type CodePurpose = 'verify-email' | 'nobody'

/** Uniform, leading zeros and all. */
export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What stands for an e-mail address where nobody needs to read it. */
export function subjectOf(secret: string, email: string): string {
  return keyedHash(secret, ['subject', email])
}

/** What stands for the owner of an e-mail address, told apart from whoever else names the address. */
export function ownerSubjectOf(secret: string, email: string): string {
  return keyedHash(secret, ['owner', email])
}

/** What stands for a caller's network. */
export function networkSubjectOf(secret: string, address: string): string {
  return keyedHash(secret, ['network', address])
}

export function macOf(
  secret: string,
  {
    purpose,
    subject,
    id,
    code,
  }: Record<'subject' | 'id' | 'code', string> & { purpose: CodePurpose },
): string {
  return keyedHash(secret, ['code', purpose, subject, id, code])
}

/** Whether two MACs are equal, in a time that does not tell where they differ. */
export function isSameMac(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
