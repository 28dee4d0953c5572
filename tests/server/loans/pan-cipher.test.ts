import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePanCipher } from '#server/loans/pan-cipher.ts'

const PAN = 'ABCPV1234K'
const KEY = randomBytes(32)
const pans = makePanCipher(KEY)

test('a PAN that was encrypted for a loan is decrypted for this loan, and the encrypted value has the expected format', () => {
  const sealed = pans.seal('a', PAN)
  expect(sealed).toMatch(/^p1\.[0-9a-f]{8}\.[\w-]{51}$/)
  expect(pans.open('a', sealed)).toBe(PAN)
})

test('an encrypted PAN is AES-256-GCM with the nonce first and the tag last', async () => {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', KEY, 'AES-GCM', false, ['decrypt'])
  const sealed = Buffer.from(pans.seal('a', PAN).slice(pans.prefix.length), 'base64url')
  const [iv, rest] = [sealed.subarray(0, 12), sealed.subarray(12)]
  const additionalData = Buffer.from(`${pans.prefix}a`)
  const opened = await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, rest)
  expect(Buffer.from(opened).toString()).toBe(PAN)
})

test('encrypting the same PAN a thousand times gives different values with unique nonces', () => {
  const sealed = Array.from({ length: 1000 }, () => pans.seal('a', PAN))
  const nonces = sealed.map((value) => value.slice(pans.prefix.length, pans.prefix.length + 16))
  expect(new Set(nonces).size).toBe(1000)
})

test('an encrypted PAN cannot be decrypted for another loan or with another key', () => {
  const sealed = pans.seal('a', PAN)
  expect(pans.open('b', sealed)).toBeNull()
  const other = makePanCipher(randomBytes(32))
  expect(other.prefix).not.toBe(pans.prefix)
  expect(other.open('a', sealed)).toBeNull()
  // The prefix of an encrypted PAN names its key. Replacing the prefix does not help either.
  expect(other.open('a', other.prefix + sealed.slice(pans.prefix.length))).toBeNull()
})

test('an encrypted PAN cannot be decrypted after any change or truncation', () => {
  const sealed = pans.seal('a', PAN)
  const bytes = Buffer.from(sealed.slice(pans.prefix.length), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(pans.open('a', pans.prefix + changed.toString('base64url'))).toBeNull()
    const cut = bytes.subarray(0, index)
    expect(pans.open('a', pans.prefix + cut.toString('base64url'))).toBeNull()
  }
  expect(pans.open('a', PAN)).toBeNull()
})
