import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDay,
  fromIndianInput,
  indianDay,
  indianMonth,
  toIndianInput,
} from '#src/domain/dates.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { formatLocation, saleTabOf } from '#src/domain/listing/listing.ts'
import { maskPan, maskStoredPan } from '#src/domain/loan.ts'
import { formatRupees, formatRupeesShort, groupIndian } from '#src/domain/money.ts'
import { displayId, displayName, displayValue } from '#src/domain/text.ts'

describe('money', () => {
  test.each([
    [12_345_678, '₹1,23,45,678'],
    [125_000, '₹1,25,000'],
    [999, '₹999'],
    [0, '₹0'],
    [-1_500, '-₹1,500'],
    [50_000.75, '₹50,000'],
    [null, '-'],
    [Number.NaN, '-'],
  ])('the amount %s is formatted as %s', (amount, text) => {
    expect(formatRupees(amount)).toBe(text)
  })

  test('an income is shown in whole rupees with Indian separators', () => {
    expect([50_000.75, 1_250_000].map(groupIndian)).toEqual(['50,000', '12,50,000'])
  })

  test('axis labels abbreviate amounts with Cr, L and K', () => {
    const labels = [12_500_000, 250_000, 7_500, 300].map(formatRupeesShort)
    expect(labels).toEqual(['₹1.3 Cr', '₹2.5 L', '₹7.5 K', '₹300'])
    const rounded = [9_994_999, 9_999_999, 99_949, -99_999, 999.4, 999.6].map(formatRupeesShort)
    expect(rounded).toEqual(['₹99.9 L', '₹1 Cr', '₹99.9 K', '₹-1 L', '₹999', '₹1 K'])
  })
})

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [999_999, '1 MB'],
  [3_400_000_000, '3.4 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

describe('dates in Indian time', () => {
  test.each([
    ['2025-06-17T06:00:00.000Z', '17 Jun 25'],
    ['2025-09-05T06:00:00.000Z', '05 Sep 25'],
    ['2025-12-31T18:30:00.000Z', '01 Jan 26'],
    ['not a date', '-'],
    [null, '-'],
  ])('the date %s is formatted as %s', (date, text) => {
    expect(formatDate(date)).toBe(text)
  })

  test('a date with its time shows the minutes, and a month begins at midnight in India', () => {
    expect(formatDateTime('2025-06-17T08:35:00.000Z')).toBe('17 Jun 25, 14:05')
    expect(indianMonth('2025-06-30T18:29:59.000Z')).toBe('2025-06')
    expect(indianMonth('2025-06-30T18:30:00.000Z')).toBe('2025-07')
  })

  test.each([
    ['2025-11-22T04:30:00.000Z', 'Sat 22 Nov'],
    ['2025-09-05T18:30:00.000Z', 'Sat 06 Sep'],
    ['2026-01-04T04:30:00.000Z', 'Sun 04 Jan 2026'],
    ['2024-12-31T18:29:59.000Z', 'Tue 31 Dec 2024'],
    ['not a date', '-'],
    [null, '-'],
  ])('in 2025, the day %s is formatted as %s, without the year 2025', (date, text) => {
    expect(formatDay(date, Date.parse('2025-11-20T04:30:00.000Z'))).toBe(text)
  })

  test('a day begins at midnight in India', () => {
    const days = ['2025-11-21T18:29:59Z', '2025-11-21T18:30:00Z', '2025-11-22T18:30:00Z']
    const [before = 0, ...after] = days.map(indianDay)
    expect(after.map((day) => day - before)).toEqual([1, 2])
    expect(() => indianDay('soon')).toThrow(RangeError)
  })

  test.each([
    ['2025-11-22T10:00', '2025-11-22T04:30:00.000Z'],
    ['2025-11-22T00:15', '2025-11-21T18:45:00.000Z'],
    ['2025-11-22T10:00:00', '2025-11-22T04:30:00.000Z'],
    ['2025-02-30T10:00', null],
    ['2025-11-22', null],
    ['22 Nov 2025, 10:00', null],
    ['', null],
  ])('fromIndianInput converts the input %j to %s', (text, moment) => {
    expect(fromIndianInput(text)).toBe(moment)
  })

  test('a date input shows Indian time to the minute, and its text is parsed to the same time', () => {
    const moment = '2025-12-31T18:30:00.000Z'
    expect(toIndianInput(moment)).toBe('2026-01-01T00:00')
    expect(fromIndianInput(toIndianInput(moment))).toBe(moment)
    expect([toIndianInput(null), toIndianInput('soon')]).toEqual(['', ''])
  })

  test('an age is given in its largest unit', () => {
    const HOUR_MS = 3_600_000
    const ages = [-5, 59_000, 300_000, 3 * HOUR_MS, 49 * HOUR_MS].map(formatAge)
    expect(ages).toEqual(['just now', 'just now', '5 min', '3 h', '2 d'])
  })
})

describe('names, ids and places', () => {
  test('the display ID is the last six characters, upper case', () => {
    expect(displayId('65f1c0ffee1234567890abcd')).toBe('90ABCD')
    expect([displayId('ab'), displayId(null)]).toEqual(['AB', '-'])
  })

  test('a missing name is shown as N/A, and any other missing value as a dash', () => {
    expect([null, ' ', 'Asha'].map(displayName)).toEqual(['N/A', 'N/A', 'Asha'])
    expect([null, ' ', 'Flat'].map(displayValue)).toEqual(['-', '-', 'Flat'])
  })

  test.each([
    [{ city: 'Pune', pincode: '411001' }, 'Pune, 411001'],
    [{ city: 'Pune', pincode: null }, 'Pune'],
    [{ city: null, pincode: '411001' }, '411001'],
    [{ city: null, pincode: null }, '-'],
  ])('the place %o is formatted as %s', (place, text) => {
    expect(formatLocation(place)).toBe(text)
  })

  test('a listing is on the tab of its sale type; one of an unknown type is only on the tab All', () => {
    const tabOf = (saleType: string | null) => saleTabOf({ saleType })
    expect(['Sell', 'PG', ' AUCTION '].map(tabOf)).toEqual(['sell', 'rent', 'auction'])
    expect(['Lease', null].map(tabOf)).toEqual([null, null])
  })
})

test('a PAN is masked except for its first five characters and its last one, and a device stores only the masked PAN', () => {
  expect(maskPan('ABCPV1234K')).toBe('ABCPVXXXXK')
  expect(maskPan('something else')).toBe('XXXXXXXXXX')
  // The cast is safe: maskStoredPan uses only the PAN.
  const loan = { id: 'l1', panNumber: 'ABCPV1234K' } as Parameters<typeof maskStoredPan>[0]
  expect(maskStoredPan(loan).panNumber).toBe('ABCPVXXXXK')
  expect(maskStoredPan({ ...loan, panNumber: 'ABCPVXXXXK' }).panNumber).toBe('ABCPVXXXXK')
})
