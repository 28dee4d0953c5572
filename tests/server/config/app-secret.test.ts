import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getAppSecret } from '#server/config/app-secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the first start creates a secret in a file that only its owner can read', () => {
  const secret = getAppSecret(null, folder)
  expect(secret).toMatch(/^[\w-]{43}$/)
  const file = join(folder, 'app-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim()).toBe(secret)
})

test('later starts use the same secret, and a server with another data folder creates another one', () => {
  const secret = getAppSecret(null, folder)
  expect(getAppSecret(null, folder)).toBe(secret)
  const other = mkdtempSync(join(folder, 'other-'))
  expect(getAppSecret(null, other)).not.toBe(secret)
})

test('a configured secret takes precedence and is not stored', () => {
  const configured = 'thirty-two characters, and no less'
  expect(getAppSecret(configured, folder)).toBe(configured)
  expect(() => statSync(join(folder, 'app-secret'))).toThrow('ENOENT')
})

test('a truncated secret file is reported with the advice to remove it', () => {
  writeFileSync(join(folder, 'app-secret'), 'abc\n')
  expect(() => getAppSecret(null, folder)).toThrow(/app-secret is damaged: remove it/)
})
