import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Condition, readConditions, writeCondition } from '#src/domain/query/condition.ts'
import { filterRows } from '#src/domain/query/condition-rows.ts'
import { sayCondition } from '#src/domain/query/condition-words.ts'
import { LISTING_FIELDS } from '#src/domain/query/listing-fields.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'

const NOW = Date.parse('2026-11-29T06:00:00.000Z')
const read = (address: string) => readConditions(new URLSearchParams(address), LISTING_FIELDS)
const find = (rows: readonly ReturnType<typeof sampleListing>[], address: string) =>
  filterRows(rows, read(address).conditions, LISTING_FIELDS, NOW).map(({ id }) => id)

const fresh = (fields: Parameters<typeof sampleListing>[0]) =>
  sampleListing({ createdAt: '2026-11-29T05:00:00.000Z', videoUrl: '/media/a.mp4', ...fields })
const ROWS = [
  fresh({ id: 'pune', city: 'Pune', pincode: '411045', price: 5_000_000, rent: null }),
  fresh({ id: 'goa', city: 'Goa', pincode: '403515', price: null, rent: 25_000 }),
  fresh({
    id: 'quila',
    city: 'क़िला',
    pincode: null,
    price: null,
    rent: null,
    startingBid: null,
  }),
  fresh({
    id: 'old',
    city: null,
    price: 10_000_000,
    createdAt: '2026-11-01T06:00:00.000Z',
    resubmittedAt: '2026-11-20T06:00:00.000Z',
    dueSoonAt: '2026-11-20T12:00:00.000Z',
    dueAt: '2026-11-21T06:00:00.000Z',
    videoUrl: null,
  }),
]

describe('a list shows the rows that pass every condition of its address', () => {
  test.each([
    ['', ['pune', 'goa', 'quila', 'old']],
    ['city=Pune', ['pune']],
    ['city=%20pUNE%20', ['pune']],
    ['city=Pune&city=goa', ['pune', 'goa']],
    ['city=%E0%A4%95%E0%A4%BC%E0%A4%BF%E0%A4%B2%E0%A4%BE', ['quila']], // ka and nukta
    ['city=%E0%A5%98%E0%A4%BF%E0%A4%B2%E0%A4%BE', ['quila']], // qa as one code point
    ['pin=411045&city=Pune', ['pune']],
    ['pin=411045&city=Goa', []],
    ['price=..5000000', ['pune', 'goa']],
    ['price=5000000..', ['pune', 'old']],
    ['price=25000..25000', ['goa']],
    ['age=28..', ['old']],
    ['age=29..', []],
    ['video=no', ['old']],
    ['resubmitted=yes', ['old']],
    ['resubmitted=no&price=..30000', ['goa']],
    ['deal=rent&deal=Sell', ['pune', 'goa', 'quila', 'old']],
    ['due=overdue', ['old']],
    ['due=on-time&due=due-soon', []],
    ['tab=auction', []],
    ['status=pending&status=approved', ['pune', 'goa', 'quila', 'old']],
    ['status=rejected', []],
    ['user=nobody', []],
    ['boosted=no&photos=no', ['pune', 'goa', 'quila', 'old']],
  ])('%s', (address, ids) => {
    expect(read(address).problems).toEqual([])
    expect(find(ROWS, address)).toEqual(ids)
  })
})

describe('what is no condition is named and left out', () => {
  test.each([
    ['price=cheap', 'Price cannot be “cheap”.'],
    ['price=..', 'Price cannot be “..”.'],
    ['price=', 'Price cannot be “”.'],
    ['price=-5..', 'Price cannot be “-5..”.'],
    ['price=1e9..', 'Price cannot be “1e9..”.'],
    ['price=9..1', 'Price cannot be “9..1”.'],
    ['price=1..2&price=3..4', 'Price cannot be “1..2, 3..4”.'],
    ['price=NaN..Infinity', 'Price cannot be “NaN..Infinity”.'],
    ['age=1;drop table listings', 'Age in days cannot be “1;drop table listings”.'],
    ['video=maybe', 'Video cannot be “maybe”.'],
    ['city=', 'City cannot be “”.'],
    [`city=${'x'.repeat(10_000)}`, `City cannot be “${'x'.repeat(30)}…”.`],
    [
      `city=${Array.from({ length: 21 }, (_, n) => n).join('&city=')}`,
      'City cannot be “0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …”.',
    ],
  ])('%s', (address, sentence) => {
    expect(read(address)).toEqual({ conditions: [], problems: [sentence] })
  })

  test('the other conditions still hold', () => {
    expect(find(ROWS, 'price=cheap&city=Goa')).toEqual(['goa'])
  })
})

const text = fc
  .string({ minLength: 1, maxLength: 40 })
  .filter((value) => value.trim() === value && value !== '')
const bound = fc.option(fc.nat(), { nil: null })
const condition = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    name: fc.constantFrom('type', 'city', 'pin'),
    values: fc.uniqueArray(text, { minLength: 1, maxLength: 20 }),
  }),
  fc
    .record({
      kind: fc.constant('range' as const),
      name: fc.constantFrom('price', 'age'),
      from: bound,
      to: bound,
    })
    .filter(
      ({ from, to }) => (from ?? to) !== null && (from === null || to === null || from <= to),
    ),
  fc.record({
    kind: fc.constant('yes-no' as const),
    name: fc.constantFrom('video', 'resubmitted'),
    isYes: fc.boolean(),
  }),
)

test('an address gives back every condition that was written into it', () => {
  fc.assert(
    fc.property(condition, (written: Condition) => {
      const address = new URLSearchParams(
        writeCondition(written).map((value) => [written.name, value]),
      )
      expect(read(address.toString())).toEqual({ conditions: [written], problems: [] })
    }),
  )
})

test('conditions are said in words', () => {
  const said = (address: string) =>
    read(address).conditions.map((one) => {
      const field = LISTING_FIELDS.find(({ name }) => name === one.name)
      return field && sayCondition(one, field)
    })
  expect(said('type=Villa&city=Pune&city=Goa&price=..5000000&age=7..&video=no')).toEqual([
    'Kind of property: Villa',
    'City: Pune or Goa',
    'Price: up to ₹50,00,000',
    'Age in days: 7 or more',
    'Without a video',
  ])
  expect(said('price=100000..200000&age=1..1&resubmitted=yes')).toEqual([
    'Price: ₹1,00,000 to ₹2,00,000',
    'Age in days: 1',
    'Resubmitted',
  ])
})
