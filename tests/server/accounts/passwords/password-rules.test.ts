import { describe, expect, test } from 'vitest'
import { isCommon, isOwn, isOwnNumber } from '#server/accounts/passwords/password-rules.ts'

describe('a common password', () => {
  test.each([
    'password',
    'PassWord',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    'trustno1',
    'password123',
  ])('%s is on the list of the most common ones', (password) =>
    expect(isCommon(password)).toBe(true),
  )

  test.each(['Property@123', 'marketplace', '2026admin!!', 'AdminOperator1', 'real-estate-1'])(
    '%s consists of words of the product with digits and signs around them',
    (password) => expect(isCommon(password)).toBe(true),
  )

  test.each(['seven green parrots', 'propertyofgiraffes', '8#27!49@61', 'administrate-moss'])(
    '%s is not a common password',
    (password) => expect(isCommon(password)).toBe(false),
  )
})

describe('a password that is the name or e-mail address of the user', () => {
  const person = { fullName: 'Meera Iyer', email: 'meera.iyer90@example.in' }

  test.each([
    'meeraiyer',
    'Meera1234',
    'IYER@2026!',
    'iyer-meera-iyer',
    'meera.iyer90',
    'meera.iyer90@example.in',
  ])('%s is the name or the e-mail address', (password) =>
    expect(isOwn(password, person)).toBe(true),
  )

  test('also matches an e-mail address whose local part has only digits', () => {
    const email = '9876543210@example.in'
    expect(isOwn('9876543210', { fullName: 'Meera Iyer', email })).toBe(true)
  })

  test.each(['meera likes tea', 'iyerland blues', '12345678', 'seven green parrots'])(
    '%s is not only the name or the e-mail address',
    (password) => expect(isOwn(password, person)).toBe(false),
  )

  test('a repetitive name does not slow the comparison down', () => {
    const fullName = Array.from({ length: 30 }, (_, index) => 'a'.repeat(index + 2)).join(' ')
    const password = `${'a'.repeat(127)}b`
    expect(isOwn(password, { fullName, email: 'a@example.in' })).toBe(false)
  })
})

describe('a password that is the mobile number of the user', () => {
  const own = '+91 98765 43210'

  test.each([
    '9876543210',
    '98765 43210',
    '09876543210',
    '919876543210',
    '+91-98765-43210',
    '0091 9876543210',
    '(98765)43210!',
  ])('%s is the number', (password) => expect(isOwnNumber(password, own)).toBe(true))

  test.each(['9876543211', '19876543210', '98765432100', 'call 9876543210', '!!!!!!!!'])(
    '%s is not the number alone',
    (password) => expect(isOwnNumber(password, own)).toBe(false),
  )
})
