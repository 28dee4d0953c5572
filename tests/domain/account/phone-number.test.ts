import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PhoneSchema } from '#src/domain/account/account.ts'

const DEVANAGARI_ZERO = 0x966
const gap = fc.constantFrom(
  '',
  ' ',
  '\u00a0',
  '\u202f',
  '-',
  '.',
  '\u2011',
  '–',
  ' - ',
  '\u200b',
  ') ',
)
const prefix = fc.constantFrom(
  ...['', '0', '91', '091', '+91', '0091', '+91 0', '+91-0', '0091 0', '(+91)', '(0)', '＋91'],
  ...['tel:', 'tel:+91', 'TEL:0', '+(91)', '91-'],
)
const mark = fc.constantFrom('', '\u202a', '\u202c', '\u200e', '\u2060', '\ufeff', ' ')
const number = fc.stringMatching(/^[6-9]\d{9}$/)

test('each form in which people paste a mobile number becomes one form', () => {
  fc.assert(
    fc.property(mark, prefix, gap, number, gap, mark, (before, code, one, digits, two, after) => {
      const [left, right] = [digits.slice(0, 5), digits.slice(5)]
      const pasted = before + code + one + left + two + right + after
      expect(v.parse(PhoneSchema, pasted)).toBe(`+91 ${left} ${right}`)
    }),
    { examples: [['\u202a', '+91', ' ', '9198765432', ' ', '\u202c']] },
  )
})

test('digits of Indian scripts are read', () => {
  const typed = '9876543210'.replace(/\d/g, (digit) =>
    String.fromCharCode(DEVANAGARI_ZERO + Number(digit)),
  )
  expect(v.parse(PhoneSchema, typed)).toBe('+91 98765 43210')
})

test.each([
  ['+91 98765 4321', 'a digit too few after +91'],
  ['+9876543210', 'another country'],
  ['00 98765 43210', 'another country'],
  ['98765 43210 / 91234 56789', 'two numbers'],
  ['+91 22 2345 6789', 'a landline'],
  ['98765 43210 (Meera)', 'a name'],
  ['+91+9876543210', 'two signs'],
])('%j is refused, as %s, with the way out', (text) => {
  const sentences = v.safeParse(PhoneSchema, text).issues?.map(({ message }) => message)
  expect(sentences).toEqual(['Enter an Indian mobile number with 10 digits, such as 98765 43210.'])
})

test('a number of invisible marks only is a missing one', () => {
  const sentences = v.safeParse(PhoneSchema, '\u202a\u202c ').issues?.map(({ message }) => message)
  expect(sentences).toEqual(['Enter a mobile number.'])
})
