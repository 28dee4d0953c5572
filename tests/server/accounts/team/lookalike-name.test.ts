import { expect, test } from 'vitest'
import { looksLike } from '#server/accounts/team/lookalike-name.ts'

test.each([
  ['Asha Rao', 'asha rao'],
  ['Asha Rao', 'Asha  Rao'],
  ['Asha Rao', 'А\u0455ha R\u0430\u043e'],
  ['Asha Rao', 'Αsha Rαο'],
  ['Asha Rao', 'Ａｓｈａ Ｒａｏ'],
  ['Asha Rao', 'Asha\u200b Rao'],
  ['Isha Lal', 'lsha Lal'],
  ['Isha Lal', '1sha LaI'],
  ['Om Roy', '0m Roy'],
  ["O'Neil", 'O’Neil'],
  ['Anne-Marie', 'Anne‑Marie'],
  ['क्\u200dष', 'क्ष'],
])('the names %s and %s look the same', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

test.each([
  ['Asha Rao', 'Asha Rai'],
  ['Alia Bhatt', 'Aila Bhatt'],
  ['Ali Khan', 'All Khan'],
  ['Asha Rao', 'Ásha Rao'],
  ['Asha Rao', 'Asha M. Rao'],
  ['रमा', 'रामा'],
])('the names %s and %s differ', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false])
})
