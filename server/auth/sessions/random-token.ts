import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32 // 256 bits; ASVS 7.2.3 asks for 128

export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: who reads the database cannot present it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
