import { expect, test } from 'vitest'
import { arrangeEvents, type EventDay, isPast } from '#src/domain/event/event-order.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'

const NOW = Date.parse('2025-11-22T06:00:00.000Z')

function eventOf(id: string, startsAt: string | null, overrides: Partial<MarketEvent> = {}) {
  const fields = { title: id, kind: null, endsAt: null, place: null, note: null }
  return { ...fields, id, version: 1, startsAt, ...overrides }
}

const arrange = (...events: MarketEvent[]) => arrangeEvents(events, NOW)

function idsByDay(days: readonly EventDay[]): string[][] {
  return days.map(({ events }) => events.map(({ id }) => id))
}

test('coming events are sorted by start, and past events are listed separately, the latest first', () => {
  const { coming, past } = arrange(
    eventOf('next month', '2025-12-20T06:00:00Z'),
    eventOf('last year', '2024-11-22T06:00:00Z'),
    eventOf('tomorrow', '2025-11-23T06:00:00Z'),
    eventOf('yesterday', '2025-11-21T06:00:00Z'),
  )
  expect(idsByDay(coming)).toEqual([['tomorrow'], ['next month']])
  expect(idsByDay(past)).toEqual([['yesterday'], ['last year']])
})

test('events are grouped by the Indian day on which they start', () => {
  const { coming } = arrange(
    eventOf('late', '2025-11-23T18:29:00Z'),
    eventOf('after midnight', '2025-11-23T18:30:00Z'),
    eventOf('early', '2025-11-22T18:30:00Z'),
  )
  expect(idsByDay(coming)).toEqual([['early', 'late'], ['after midnight']])
})

test('events with the same start are sorted by title, then in the given order', () => {
  const at = (startsAt: string) => [
    eventOf('3', startsAt, { title: 'Villa' }),
    eventOf('1', startsAt, { title: null }),
    eventOf('2', startsAt, { title: 'Flat' }),
    eventOf('0', startsAt, { title: 'Villa' }),
  ]
  const { coming, past } = arrange(...at('2025-11-23T06:00:00Z'), ...at('2025-11-20T06:00:00Z'))
  expect(idsByDay(coming)).toEqual([['1', '2', '3', '0']])
  expect(idsByDay(past)).toEqual([['1', '2', '3', '0']])
})

test('events without a readable start are listed separately, in the given order', () => {
  const { coming, undated, past } = arrange(eventOf('b', null), eventOf('a', 'next Sunday'))
  expect(undated.map(({ id }) => id)).toEqual(['b', 'a'])
  expect([coming, past]).toEqual([[], []])
})

test.each([
  ['is past once it has ended', '2025-11-22T04:00:00Z', '2025-11-22T05:59:00Z', true],
  ['is not past before it ends', '2025-11-22T04:00:00Z', '2025-11-22T06:01:00Z', false],
  ['without an end is past once it has started', '2025-11-22T05:59:59Z', null, true],
  ['without an end is not past at the moment it starts', '2025-11-22T06:00:00Z', null, false],
  ['whose end cannot be read is past once it has started', '2025-11-22T04:00:00Z', 'late', true],
  ['that ends before it starts is not past', '2025-11-23T04:00:00Z', '2025-11-20T04:00:00Z', false],
  ['without a start is never past', null, '2025-11-20T04:00:00Z', false],
])('an event %s', (_when, startsAt, endsAt, isOver) => {
  expect(isPast({ startsAt, endsAt }, NOW)).toBe(isOver)
})
