import { makeValueCipher, type ValueCipher } from '#server/config/value-cipher.ts'

/** Encrypts PANs (Indian tax numbers). The id of the loan application is the cipher's record id. */
export type PanCipher = ValueCipher

const VERSION = 'p1'

/** @param key 32 bytes */
export function makePanCipher(key: Buffer): PanCipher {
  return makeValueCipher(key, VERSION)
}
