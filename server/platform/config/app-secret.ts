import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIN_SECRET_CHARS } from './settings-readers.ts'
import { SetupError } from './setup-error.ts'

const SECRET_BYTES = 32
const OWNER_ONLY = 0o600

/**
 * The configured secret, otherwise the one in the data folder, which the first start creates.
 * @throws SetupError
 */
export function getAppSecret(configured: string | null, dataDir: string): string {
  if (configured !== null) return configured
  const file = join(dataDir, 'app-secret')
  if (!existsSync(file)) {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    writeFileSync(file, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_CHARS)
    throw new SetupError(`${file} is damaged: remove it, and the next start makes a new one.`)
  return secret
}
