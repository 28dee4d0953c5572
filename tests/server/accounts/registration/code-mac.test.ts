import { expect, test } from 'vitest'
import { isSameMac, macOf, saltOf } from '#server/accounts/registration/code-mac.ts'

const SECRET = 'a secret that only tests know, 1234'
const GUESS = 'a secret that somebody guessed, 12'
const EMAIL = 'meera.iyer@example.in'
const OF = { registrationId: 'c'.repeat(24), id: 'a'.repeat(24), code: '012345' }

test.each([
  ['registration', { registrationId: 'd'.repeat(24) }],
  ['row', { id: 'b'.repeat(24) }],
  ['code', { code: '012346' }],
])('the MAC of a code is valid for one %s only', (_, other) => {
  const mac = macOf(SECRET, OF)
  expect(isSameMac(mac, macOf(SECRET, { ...OF }))).toBe(true)
  expect(isSameMac(mac, macOf(SECRET, { ...OF, ...other }))).toBe(false)
})

test('the stored hashes of codes and of e-mail addresses depend on the secret', () => {
  expect(isSameMac(macOf(SECRET, OF), macOf(GUESS, OF))).toBe(false)
  expect(saltOf(SECRET, EMAIL)).not.toEqual(saltOf(GUESS, EMAIL))
})

test('each e-mail address has a 16-byte salt that depends on the secret', () => {
  expect(saltOf(SECRET, EMAIL)).toHaveLength(16)
  expect(saltOf(SECRET, EMAIL)).toEqual(saltOf(SECRET, EMAIL))
  expect(saltOf(SECRET, EMAIL)).not.toEqual(saltOf(SECRET, 'other@example.in'))
})
