import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPanKey, makePanKey, parsePanKey } from '#server/platform/config/pan-key.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()

test('a key is 32 bytes, in hexadecimal or in either alphabet of base64', () => {
  // The alphabets differ in the base64 of the second key.
  for (const key of [randomBytes(32), Buffer.from('fbff'.repeat(16), 'hex')])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(parsePanKey(key.toString(encoding))).toEqual(key)
})

test.each(['', 'a key', '07'.repeat(31), '07'.repeat(33), `${'A'.repeat(43)}==`, 'ä'.repeat(43)])(
  '%o is not a key',
  (text) => {
    expect(parsePanKey(text)).toBeNull()
  },
)

test('a key is created once in the data folder, readable by its owner only', () => {
  expect(findPanKey(null, folder.path)).toBeNull()
  const key = makePanKey(folder.path)
  expect(key).toHaveLength(32)
  expect(findPanKey(null, folder.path)).toEqual(key)
  expect(statSync(folder.at('pan-key')).mode & 0o777).toBe(0o600)
  expect(parsePanKey(readFileSync(folder.at('pan-key'), 'utf8').trim())).toEqual(key)
  expect(() => makePanKey(folder.path)).toThrow('EEXIST')
})

test('a configured key takes precedence over the key file; if none is configured, a truncated key file is reported', () => {
  const configured = randomBytes(32)
  writeFileSync(folder.at('pan-key'), 'abc\n')
  expect(findPanKey(configured, folder.path)).toEqual(configured)
  expect(() => findPanKey(null, folder.path)).toThrow(/pan-key is damaged: put back the one/)
})
