import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  writeKey(fileIn(dataDir), key, 'wx')
  return key
}

/** Puts another key in the place of the data folder's, if it has one: never half of one. */
export function replacePanKey(dataDir: string, key: Buffer): void {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return
  writeKey(`${file}.new`, key, 'w')
  renameSync(`${file}.new`, file)
}

function writeKey(file: string, key: Buffer, flag: 'w' | 'wx'): void {
  const line = `${key.toString('base64')}\n`
  writeFileSync(file, line, { mode: OWNER_ONLY, flag, flush: true })
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'pan-key')
}
