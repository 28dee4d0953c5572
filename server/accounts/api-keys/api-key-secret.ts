import { createHash, randomBytes } from 'node:crypto'

const KEY_START = 'pmk_' // lets secret scanners recognize a property marketplace's key
const KEY_BYTES = 32 // 256 bits, so that a plain hash of it cannot be reversed by guessing
const PREFIX_CHARS = KEY_START.length + 6 // 36 random bits: enough to tell keys apart

export function makeKey(): string {
  return KEY_START + randomBytes(KEY_BYTES).toString('base64url')
}

/** The first characters of a key, the only part shown after its creation. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_CHARS)
}

/** Only the hash is stored, so that a reader of the database cannot use the key. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
