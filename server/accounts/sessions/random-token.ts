import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32 // 256 bits; ASVS 7.2.3 requires 128

export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Only the hash is stored, so that a reader of the database cannot use the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
