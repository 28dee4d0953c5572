import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findKey } from '#server/config/pan-key.ts'
import { openExistingData } from '#server/database/connection/open-database.ts'
import { makePanCipher } from '#server/loans/pan-cipher.ts'
import { manage } from './server-process.ts'

const PROCESS_MS = 60_000 // starting Node with a compiler several times beside other tests
const NEW_KEY = '2a'.repeat(32)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(args: string[], env: Record<string, string> = {}) {
  return manage(args, { DATA_DIR: folder, PAN_KEY: '', ...env })
}

/** The demo's PANs, opened with a key; null for those that it does not open. */
async function readPans(key: string): Promise<(string | null)[]> {
  const pans = makePanCipher(findKey(key) ?? Buffer.alloc(0))
  const { db, close } = openExistingData(folder)
  const rows = await db.selectFrom('loans').selectAll().orderBy('id').execute()
  await close()
  return rows.flatMap(({ id, pan_sealed: sealed }) => (sealed ? [pans.open(id, sealed)] : []))
}

test('a new key takes the place of the folder’s, and opens what the old one did', {
  timeout: PROCESS_MS,
}, async () => {
  expect(await run(['seed'])).toMatchObject({ code: 0 })
  const keyFile = join(folder, 'pan-key')
  const before = await readPans(readFileSync(keyFile, 'utf8').trim())
  expect(before).toHaveLength(30)
  expect(before.every((pan) => /^[A-Z]{5}\d{4}[A-Z]$/.test(pan ?? ''))).toBe(true)

  expect(await run(['rotate-pan-key', '--yes'])).toMatchObject({
    code: 1,
    stderr: 'PAN_KEY_NEW must be the new key; "openssl rand -base64 32" makes one.\n',
  })
  const rotated = await run(['rotate-pan-key', '--yes'], { PAN_KEY_NEW: NEW_KEY })
  expect(rotated).toMatchObject({ code: 0 })
  expect(rotated.stdout).toBe(`30 PAN numbers in ${folder} have the new key.\n`)
  expect(findKey(readFileSync(keyFile, 'utf8').trim())?.toString('hex')).toBe(NEW_KEY)
  expect(await readPans(NEW_KEY)).toEqual(before)

  const wrong = { PAN_KEY: '11'.repeat(32), PAN_KEY_NEW: '22'.repeat(32) }
  const refused = await run(['rotate-pan-key', '--yes'], wrong)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('encrypted with another key')
  expect(await readPans(NEW_KEY)).toEqual(before)
})
