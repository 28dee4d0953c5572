import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findKey, findPanKey, makePanKey } from '#server/config/pan-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pan-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a key is 32 bytes, in hexadecimal or in either alphabet of base64', () => {
  const key = randomBytes(32)
  for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
    expect(findKey(text)).toEqual(key)
  const odd = Buffer.from('fbff'.repeat(16), 'hex')
  expect(findKey(odd.toString('base64'))).toEqual(odd)
  expect(findKey(odd.toString('base64url'))).toEqual(odd)
})

test.each(['', 'a key', '07'.repeat(31), '07'.repeat(33), `${'A'.repeat(43)}==`, 'ä'.repeat(43)])(
  '%o is not a key',
  (text) => {
    expect(findKey(text)).toBeNull()
  },
)

test('a key is created once in the data folder, readable by its owner only', () => {
  expect(findPanKey(null, folder)).toBeNull()
  const key = makePanKey(folder)
  expect(key).toHaveLength(32)
  expect(findPanKey(null, folder)).toEqual(key)
  expect(statSync(join(folder, 'pan-key')).mode & 0o777).toBe(0o600)
  const line = readFileSync(join(folder, 'pan-key'), 'utf8')
  expect(findKey(line.trim())).toEqual(key)
  expect(() => makePanKey(folder)).toThrow('EEXIST')
})

test('a configured key takes precedence over the key file; if none is configured, a truncated key file is reported', () => {
  const configured = randomBytes(32)
  writeFileSync(join(folder, 'pan-key'), 'abc\n')
  expect(findPanKey(configured, folder)).toEqual(configured)
  expect(() => findPanKey(null, folder)).toThrow(/pan-key is damaged: put back the one/)
})
