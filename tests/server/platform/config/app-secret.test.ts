import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getAppSecret } from '#server/platform/config/app-secret.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()

test('the first start creates a secret in a file that only its owner can read', () => {
  const secret = getAppSecret(null, folder.path)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(statSync(folder.at('app-secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(folder.at('app-secret'), 'utf8').trim()).toBe(secret)
})

test('later starts use the same secret, and a server with another data folder creates another one', () => {
  const secret = getAppSecret(null, folder.path)
  expect(getAppSecret(null, folder.path)).toBe(secret)
  mkdirSync(folder.at('other'))
  expect(getAppSecret(null, folder.at('other'))).not.toBe(secret)
})

test('a configured secret takes precedence and is not stored', () => {
  const configured = 'thirty-two characters, and no less'
  expect(getAppSecret(configured, folder.path)).toBe(configured)
  expect(() => statSync(folder.at('app-secret'))).toThrow('ENOENT')
})

test('a truncated secret file is reported with the advice to remove it', () => {
  writeFileSync(folder.at('app-secret'), 'abc\n')
  expect(() => getAppSecret(null, folder.path)).toThrow(/app-secret is damaged: remove it/)
})
