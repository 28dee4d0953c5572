import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

// Encrypts short values with AES-256-GCM, a random nonce for each value, and the record's id as
// additional data, so that a value moved to another record cannot be decrypted. Format:
// `<version>.<key id>.<nonce, cipher text, tag>`.

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12 // NIST SP 800-38D; among a billion nonces, the chance of a collision is 1 in 10^11
const TAG_BYTES = 16
const KEY_ID_CHARS = 8 // identifies the key without revealing any of it

export interface ValueCipher {
  /** The prefix of every value encrypted with this key. */
  prefix: string
  /** Eight hexadecimal digits that tell keys apart, and reveal nothing of them. */
  fingerprint: string
  seal(recordId: string, value: string): string
  /** Null for a value of another key or another record, and for a modified value. */
  open(recordId: string, sealed: string): string | null
}

/** The fingerprint of the key that a value was encrypted with. */
export function fingerprintOf(sealed: string): string {
  return sealed.split('.')[1] ?? ''
}

/**
 * @param key 32 bytes
 * @param version names the kind of value and its format
 */
export function makeValueCipher(key: Buffer, version: string): ValueCipher {
  const keyId = createHmac('sha256', key).update('which key').digest('hex').slice(0, KEY_ID_CHARS)
  const prefix = `${version}.${keyId}.`
  const bind = (recordId: string) => Buffer.from(`${prefix}${recordId}`)
  return {
    prefix,
    fingerprint: keyId,
    seal(recordId, value) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(bind(recordId))
      const parts = [nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return prefix + Buffer.concat(parts).toString('base64url')
    },
    open(recordId, sealed) {
      if (!sealed.startsWith(prefix)) return null
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), options)
      decipher.setAAD(bind(recordId)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const value = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return endsWell(decipher) ? value.toString('utf8') : null
    },
  }
}

/** Whether the authentication tag is valid; Node reports an invalid one only by throwing. */
function endsWell(decipher: { final(): Buffer }): boolean {
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}
