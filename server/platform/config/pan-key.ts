import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './setup-error.ts'

const KEY_BYTES = 32 // AES-256
const OWNER_ONLY = 0o600

/** Parses a key in base64, base64url or hexadecimal; null when the text is not a key. */
export function parsePanKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const key = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return key?.length === KEY_BYTES ? key : null
}

/**
 * The configured key, otherwise the one in the data folder; null if there is none.
 * @throws SetupError
 */
export function findPanKey(configured: Buffer | null, dataDir: string): Buffer | null {
  if (configured !== null) return configured
  const file = fileIn(dataDir)
  if (!existsSync(file)) return null
  const key = parsePanKey(readFileSync(file, 'utf8').trim())
  if (!key) throw new SetupError(`${file} is damaged: put back the one that you have kept.`)
  return key
}

/** Creates the key in the data folder. */
export function makePanKey(dataDir: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  writeKey(fileIn(dataDir), key, 'wx')
  return key
}

/**
 * Replaces the key in the data folder atomically, if there is one. Keeps the earlier one in a file with its fingerprint in
 * the name, because the earlier backups need it, and returns that file.
 */
export function replacePanKey(dataDir: string, key: Buffer, fingerprint: string): string | null {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return null
  const kept = `${file}-${fingerprint}`
  writeFileSync(kept, readFileSync(file), { mode: OWNER_ONLY, flush: true })
  writeKey(`${file}.new`, key, 'w')
  renameSync(`${file}.new`, file)
  return kept
}

function writeKey(file: string, key: Buffer, flag: 'w' | 'wx'): void {
  const line = `${key.toString('base64')}\n`
  writeFileSync(file, line, { mode: OWNER_ONLY, flag, flush: true })
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'pan-key')
}
