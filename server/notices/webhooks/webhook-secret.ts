// Secrets and signatures of webhooks, by the specification "Standard Webhooks" (standardwebhooks.com).

import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { makeValueCipher, type ValueCipher } from '#server/platform/config/value-cipher.ts'

const SECRET_START = 'whsec_'
const SECRET_BYTES = 32 // the specification requires 24 to 64
const KEY_BYTES = 32 // AES-256
const KEY_INFO = 'webhook secrets' // no other key derived from APP_SECRET has this name

export interface SignedContent {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

export function makeSecret(): string {
  return SECRET_START + randomBytes(SECRET_BYTES).toString('base64')
}

/** Encrypts secrets, each bound to the id of its webhook. */
export function makeSecretCipher(appSecret: string): ValueCipher {
  const key = hkdfSync('sha256', appSecret, '', KEY_INFO, KEY_BYTES)
  return makeValueCipher(Buffer.from(key), 'v1')
}

/** The value of the header Webhook-Signature: one signature for each valid secret. */
export function sign(secrets: readonly string[], { id, timestamp, body }: SignedContent): string {
  const signed = `${id}.${timestamp}.${body}`
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_START.length), 'base64')
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    })
    .join(' ')
}
