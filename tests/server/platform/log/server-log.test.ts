import { expect, test } from 'vitest'
import { ConnectionLostError } from '#server/platform/database/database-trouble.ts'
import { describeError } from '#server/platform/log/server-log.ts'

test.each([
  'Unexpected token \'a\', "asha.rao@example.in" is not valid JSON',
  'duplicate key value: Key (email)=(asha.rao@example.in) already exists',
  'no mailbox for asha.rao@example.in',
  'invalid input syntax for type integer: "+91 98765 43210"',
  'the PAN ABCPV1234K of asha.rao@example.in, phone +91 98765 43210',
  'Bearer 4f9a0c1d2e3b4a5f60718293a4b5c6d7e8f90a1b is unknown',
])('the log entry of an error contains no personal data of its message: %s', (words) => {
  const text = JSON.stringify(describeError(new Error(words, { cause: new Error(words) })))
  expect(text).not.toMatch(/asha|98765|43210|ABCPV|4f9a0c/)
  expect(text).toContain('server-log.test.ts')
})

test('an error is logged with its type, code and message, and without its other properties', () => {
  const error = Object.assign(new TypeError('listings has no such column'), {
    code: '42703',
    detail: 'Failing row contains (Asha Rao)',
    parameters: ['asha.rao@example.in'],
  })
  expect(describeError(error)).toEqual({
    type: 'TypeError',
    code: '42703',
    message: 'listings has no such column',
    stack: expect.stringMatching(/^ +at /),
  })
})

test('a thrown value that is not an error is logged by its type only', () => {
  expect(describeError('asha.rao@example.in')).toEqual({ type: 'string' })
})

test('a temporary fault of the database is logged without a stack', () => {
  const fail = (message: string, code: string) => Object.assign(new Error(message), { code })
  const terminated = new ConnectionLostError(fail('terminated by the administrator', '57P01'))
  expect(describeError(terminated)).toEqual({
    type: 'ConnectionLostError',
    code: '57P01',
    message: 'terminated by the administrator',
  })
  const busy = fail('canceling statement due to lock timeout', '55P03')
  expect(describeError(busy)).not.toHaveProperty('stack')
  expect(describeError(fail('no space left', '53100'))).toHaveProperty('stack')
})
