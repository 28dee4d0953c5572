import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 of the parts, in hexadecimal. Without the secret, nobody can test guesses against
 * it.
 */
export function keyedHash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex')
}
