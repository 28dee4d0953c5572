import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFairQueue } from '#server/platform/parsing/fair-queue.ts'

const PERSON = fc.constantFrom('asha', 'ravi', 'mina', 'tara')

test('each entry has one turn, in the order of its person, and at most one entry of each other person comes between two', () => {
  fc.assert(
    fc.property(fc.array(PERSON, { maxLength: 40 }), (people) => {
      const queue = makeFairQueue<{ person: string; nth: number }>()
      people.forEach((person, nth) => {
        queue.add(person, { person, nth })
      })
      const turns: { person: string; nth: number }[] = []
      for (let next = queue.peek(); next; next = queue.peek()) {
        turns.push(next)
        queue.shift()
      }
      expect(turns).toHaveLength(people.length)
      for (const person of new Set(people)) {
        const own = turns.flatMap((turn, place) =>
          turn.person === person ? [{ ...turn, place }] : [],
        )
        expect(own.map(({ nth }) => nth)).toEqual(own.map(({ nth }) => nth).sort((a, b) => a - b))
        own.slice(1).forEach(({ place }, index) => {
          const between = turns
            .slice((own[index]?.place ?? 0) + 1, place)
            .map((turn) => turn.person)
          expect(new Set(between).size).toBe(between.length)
        })
      }
    }),
  )
})

test('an entry whose turn has begun already comes before all others', () => {
  const queue = makeFairQueue<string>()
  queue.add('asha', 'first')
  queue.addFirst('begun')
  expect(queue.peek()).toBe('begun')
  queue.shift()
  expect(queue.peek()).toBe('first')
})
