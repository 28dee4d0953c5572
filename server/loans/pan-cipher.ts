import { makeValueCipher, type ValueCipher } from '#server/platform/config/value-cipher.ts'

/**
 * Encrypts PANs (Indian tax numbers). Each value is bound to the id of its loan application, so it cannot be decrypted in
 * another row.
 */
export type PanCipher = ValueCipher

const VERSION = 'p1'

/** @param key 32 bytes */
export function makePanCipher(key: Buffer): PanCipher {
  return makeValueCipher(key, VERSION)
}
