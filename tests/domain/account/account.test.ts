import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  CodeSchema,
  EmailSchema,
  PhoneSchema,
  RegistrationSchema,
  SignInAnswerSchema,
} from '#src/domain/account/account.ts'

const MEERA = {
  fullName: 'Meera Iyer',
  email: ' Meera@Example.IN ',
  phoneNumber: '98765 43210',
  password: 'seven green parrots',
  isAdult: true,
}

test('the e-mail address and the mobile number of a registration are normalised', () => {
  expect(v.parse(RegistrationSchema, MEERA)).toEqual({
    ...MEERA,
    email: 'meera@example.in',
    phoneNumber: '+91 98765 43210',
  })
})

describe('the registration form', () => {
  const UNSEEN = 'Leave out line breaks and characters that cannot be seen.'
  test.each([
    ['fullName', '  ', 'Enter your name.'],
    ['fullName', '\u200b\u200d', 'Enter your name.'],
    ['fullName', '\u202eadmin', UNSEEN],
    ['fullName', 'half \ud800 a character', UNSEEN],
    ['fullName', 'x'.repeat(101), 'Use at most 100 characters.'],
    ['email', '', 'Enter an e-mail address.'],
    ['email', 'meera@', 'Enter a valid e-mail address.'],
    ['phoneNumber', '', 'Enter a mobile number.'],
    ['phoneNumber', '12345', 'Enter an Indian mobile number with 10 digits, such as 98765 43210.'],
    ['password', '', 'Choose a password.'],
    ['password', 'seven77', 'Choose at least 8 characters.'],
    ['password', 'x'.repeat(129), 'Choose at most 128 characters.'],
    ['isAdult', false, 'You must be 18 or older and accept the terms.'],
  ])('rejects %s with the value %j: "%s"', (name, value, sentence) => {
    const read = v.safeParse(RegistrationSchema, { ...MEERA, [name]: value })
    const flaws = (read.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message])
    expect(flaws).toContainEqual([name, sentence])
  })

  test('accepts a zero-width joiner in a name in an Indian script', () => {
    const name = 'ശ്രീ\u200dലത'
    expect(v.parse(RegistrationSchema, { ...MEERA, fullName: name }).fullName).toBe(name)
  })
})

test.each(['9876543210', '+91 98765-43210', '919876543210', '0 98765 43210', '(98765) 43210'])(
  'the mobile number %s is parsed as +91 98765 43210',
  (text) => {
    expect(v.parse(PhoneSchema, text)).toBe('+91 98765 43210')
  },
)

test.each(['5876543210', '98765432101', '+1 9876543210', 'nine'])(
  'the mobile number %s is rejected',
  (text) => {
    expect(v.is(PhoneSchema, text)).toBe(false)
  },
)

test('a one-time code has six digits, and may be typed or pasted with spaces', () => {
  for (const text of ['123456', ' 123 456 ', '1 2 3 4 5 6'])
    expect(v.parse(CodeSchema, text)).toBe('123456')
  for (const text of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(v.is(CodeSchema, text)).toBe(false)
})

test('an e-mail address of 250 characters is accepted, and one of 261 is rejected', () => {
  const local = 'x'.repeat(64)
  const domain = `${'y'.repeat(60)}.`.repeat(3)
  expect(v.is(EmailSchema, `${local}@${domain}in`)).toBe(true)
  expect(v.is(EmailSchema, `${local}@${domain}${'z'.repeat(10)}.in`)).toBe(false)
})

describe('the sign-in answer', () => {
  test('of our server is parsed', () => {
    const wire = {
      user: { _id: 'u1', fullName: 'Meera', email: 'm@example.in', role: 'user', verified: false },
      token: 't',
      expiresAt: '2026-01-01T00:00:00.000Z',
      idempotencyKeys: true,
      codeSent: false,
      resendAfter: 30,
    }
    expect(v.parse(SignInAnswerSchema, wire)).toMatchObject({
      account: { id: 'u1', isVerified: false, role: 'user' },
      takesKeys: true,
      codeSent: false,
      resendAfterMs: 30_000,
    })
  })

  test('of a bare backend is parsed without its optional fields', () => {
    const wire = { user: { email: 'm@example.in' }, token: 't' }
    expect(v.parse(SignInAnswerSchema, wire)).toMatchObject({
      account: { id: 'm@example.in', isVerified: null, role: 'user' },
      takesKeys: false,
      expiresAt: null,
      message: null,
      codeSent: null,
      resendAfterMs: null,
    })
  })
})
