import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './setup-error.ts'

const KEY_BYTES = 32 // AES-256
const OWNER_ONLY = 0o600

/** The key that a text stands for, in base64 (either alphabet) or hexadecimal; null when it stands for none. */
export function findKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const key = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return key?.length === KEY_BYTES ? key : null
}

/** The configured key, else the one of the data folder; null when neither is there. @throws SetupError */
export function findPanKey(configured: Buffer | null, dataDir: string): Buffer | null {
  if (configured !== null) return configured
  const file = fileIn(dataDir)
  if (!existsSync(file)) return null
  const key = findKey(readFileSync(file, 'utf8').trim())
  if (!key) throw new SetupError(`${file} is damaged: put back the one that you have kept.`)
  return key
}

/** Makes the data folder's key. */
export function makePanKey(dataDir: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  const line = `${key.toString('base64')}\n`
  writeFileSync(fileIn(dataDir), line, { mode: OWNER_ONLY, flag: 'wx', flush: true })
  return key
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'pan-key')
}
