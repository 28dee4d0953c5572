import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

// Encrypts PAN numbers with AES-256-GCM, a random nonce for each value, and the loan's id as
// additional data, so that a value moved to another loan cannot be decrypted. Format: `p1.<key
// id>.<nonce, cipher text, tag>`.

const ALGORITHM = 'aes-256-gcm'
const VERSION = 'p1'
const NONCE_BYTES = 12 // NIST SP 800-38D; a billion values collide with a chance of 1 in 10^11
const TAG_BYTES = 16
const KEY_ID_CHARS = 8 // identifies the key without revealing any of it

export interface PanCipher {
  /** The prefix of every value encrypted with this key. */
  prefix: string
  seal(loanId: string, pan: string): string
  /** Null for a value of another key or another loan, and for a modified value. */
  open(loanId: string, sealed: string): string | null
}

/** @param key 32 bytes */
export function makePanCipher(key: Buffer): PanCipher {
  const keyId = createHmac('sha256', key).update('which key').digest('hex').slice(0, KEY_ID_CHARS)
  const prefix = `${VERSION}.${keyId}.`
  const bind = (loanId: string) => Buffer.from(`${prefix}${loanId}`)
  return {
    prefix,
    seal(loanId, pan) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(bind(loanId))
      const parts = [nonce, cipher.update(pan, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return prefix + Buffer.concat(parts).toString('base64url')
    },
    open(loanId, sealed) {
      if (!sealed.startsWith(prefix)) return null
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), options)
      decipher.setAAD(bind(loanId)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const pan = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return endsWell(decipher) ? pan.toString('utf8') : null
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
