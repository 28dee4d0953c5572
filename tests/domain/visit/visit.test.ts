import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PropertyVisit } from '#src/domain/visit/visit.ts'
import { formatPlace, roundPlace } from '#src/domain/visit/visit-place.ts'
import { describeVisit } from '#src/domain/visit/visit-words.ts'

const AT = '2026-03-01T08:30:00.000Z'
const visit = (more: Partial<PropertyVisit> = {}): PropertyVisit => ({
  id: 'a'.repeat(24),
  at: AT,
  answers: [],
  note: '',
  place: null,
  ...more,
})

test('a place is rounded to a thousandth of a degree, and rounding it again changes nothing', () => {
  const degrees = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(degrees, (place) => {
      const rounded = roundPlace(place)
      expect(roundPlace(rounded)).toEqual(rounded)
      for (const name of ['latitude', 'longitude'] as const) {
        expect(Math.abs(rounded[name] - place[name])).toBeLessThanOrEqual(0.0005 + 1e-9)
        expect(String(rounded[name])).toMatch(/^-?\d+(\.\d{1,3})?$/)
      }
    }),
  )
})

test('the history says the answers by kind, in the order of the checklist, then the note and the place', () => {
  const answers = [
    { id: 'a', label: 'The gate is guarded', answer: 'no' },
    { id: 'b', label: 'The lift works', answer: 'yes' },
    { id: 'c', label: 'There is parking', answer: 'yes' },
  ] as const
  const place = roundPlace({ latitude: -33.9, longitude: 18.4241 })
  expect(describeVisit(visit({ answers, note: 'Quiet.', place }), AT)).toBe(
    'Yes: The lift works, There is parking · No: The gate is guarded · Note: Quiet. · Near -33.900, 18.424, to about 100 m',
  )
})

test('a place is shown with three digits', () => {
  expect(formatPlace({ latitude: 18.5, longitude: 73 })).toBe('18.500, 73.000')
})
