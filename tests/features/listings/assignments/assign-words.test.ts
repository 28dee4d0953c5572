import { expect, test } from 'vitest'
import { sayOrder } from '#src/domain/due/queue-order.ts'
import { describeAssigned, nameAssignee } from '#src/features/listings/assignments/assign-words.ts'

const of = (assigned: number, decided = 0, gone = 0) => ({
  listingIds: Array.from({ length: assigned }, String),
  decided: Array.from({ length: decided }, String),
  gone: Array.from({ length: gone }, String),
})

test.each([
  [of(1), 'Assigned to Ravi Shah.'],
  [of(0, 1), 'Not assigned: it is decided.'],
  [of(0, 0, 1), 'Not assigned: it is not on the list any more.'],
  [of(1200), '1,200 properties are assigned to Ravi Shah.'],
  [of(1, 1), '1 property is assigned to Ravi Shah. 1 was left out, because it is decided.'],
  [
    of(12, 2, 1),
    '12 properties are assigned to Ravi Shah. 2 were left out, because they are decided. 1 was left out, because it is not on the list any more.',
  ],
  [of(0, 3), 'Nothing was assigned. 3 were left out, because they are decided.'],
])('what became of a call is one sentence for each part (%#)', (result, sentence) => {
  expect(describeAssigned(result, 'Ravi Shah')).toBe(sentence)
})

test('the reader is “you”, nobody is “nobody”', () => {
  expect(nameAssignee({ id: 'me', name: 'Asha Rao' }, 'me')).toBe('you')
  expect(nameAssignee({ id: 'ravi', name: 'Ravi Shah' }, 'me')).toBe('Ravi Shah')
  expect(nameAssignee({ id: 'ravi', name: null }, 'me')).toBe('a colleague')
  expect(nameAssignee(null, 'me')).toBe('nobody')
})

test('the rule of the queue says whose listings come first, once any are assigned', () => {
  expect(sayOrder('age', false)).toBe('The longest waiting listing comes first.')
  expect(sayOrder('age', true)).toBe(
    'Listings assigned to you come first, then those assigned to nobody, then those of colleagues. In each group, the longest waiting listing comes first.',
  )
})
