import { expect, test } from 'vitest'
import { isSameMac, macOf, subjectOf } from '#server/auth/code-mac.ts'
import { makeCodeRow } from '#server/auth/code-service.ts'

const SECRET = 'a secret that only tests know, 1234'
const OF = {
  purpose: 'verify-email',
  subject: subjectOf(SECRET, 'meera.iyer@example.in'),
  id: 'a'.repeat(24),
  code: '012345',
} as const

test.each([
  ['purpose', { purpose: 'nobody' as const }],
  ['address', { subject: subjectOf(SECRET, 'other@example.in') }],
  ['row', { id: 'b'.repeat(24) }],
  ['code', { code: '012346' }],
])('what is kept of a code holds for one %s alone', (_, other) => {
  const mac = macOf(SECRET, OF)
  expect(isSameMac(mac, macOf(SECRET, { ...OF }))).toBe(true)
  expect(isSameMac(mac, macOf(SECRET, { ...OF, ...other }))).toBe(false)
})

test('without the secret neither a code nor an address can be tried against what is kept', () => {
  const guess = 'a secret that somebody guessed, 12'
  expect(isSameMac(macOf(SECRET, OF), macOf(guess, OF))).toBe(false)
  const email = 'meera.iyer@example.in'
  expect(subjectOf(SECRET, email)).not.toBe(subjectOf(guess, email))
  expect(subjectOf(SECRET, email)).toBe(OF.subject)
})

test('a row that stands for nobody is not opened by the very digits it was made with', () => {
  const made = { appSecret: SECRET, subject: OF.subject, code: OF.code, now: new Date(0) }
  const decoy = makeCodeRow({ ...made, purpose: 'nobody' })
  const real = makeCodeRow({ ...made, purpose: 'verify-email' })
  const presented = (id: string) => macOf(SECRET, { ...OF, id })
  expect(isSameMac(decoy.mac, presented(decoy.id))).toBe(false)
  expect(isSameMac(real.mac, presented(real.id))).toBe(true)
})
