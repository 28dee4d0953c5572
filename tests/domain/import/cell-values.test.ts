import { describe, expect, test } from 'vitest'
import { readRowValues } from '#src/domain/import/cell-values.ts'
import type { ImportField } from '#src/domain/import/import-file.ts'
import { readMerges, type SheetRow } from '#src/domain/import/sheet-content.ts'

const PHOTOS = [1, 2, 3].map((n) => `https://a.example/${n}`)

function read(field: ImportField, text: string, row: Partial<SheetRow> = {}) {
  const cells = { row: 2, cells: [text], ...row }
  return readRowValues(cells, { mapping: { [field]: 0 }, width: 1 })
}

test.each<[ImportField, string, unknown]>([
  ['deal', 'rent', 'rent'],
  ['deal', 'Rent out', 'rent'],
  ['deal', 'For Sale', 'sell'],
  ['kind', 'Independent  House', 'house'],
  ['kind', 'builder-floor', 'builder-floor'],
  ['kind', 'Flat', 'apartment'],
  ['furnishing', 'Semi-furnished', 'semi'],
  ['area', '1,250 sq ft', 1250],
  ['price', '45 Lac', 4_500_000],
  ['availableFrom', '4/7/2026', '2026-07-04'],
  ['auctionEndsAt', '04-07-2026 18:30', '2026-07-04T18:30:00+05:30'],
  ['reference', ' 007 ', '007'],
  ['reference', '1001.0', '1001'],
  ['reference', '1001.50', '1001.50'],
  ['reference', 'T-\u200b4\u00ad', 'T-4'],
  ['reference', '\ufeffT\u20114\u00a0', 'T-4'],
  ['reference', 'Flat\u00a0 4', 'Flat 4'],
  ['pincode', '411 045', '411045'],
  ['pincode', '411045.0', '411045'],
  ['pincode', '४११०४५', '411045'],
  ['title', '\u202aSunlit\u202c flat\u200e', 'Sunlit flat'],
  ['title', 'क्\u200dष 👨\u200d👩\u200d👧', 'क्\u200dष 👨\u200d👩\u200d👧'],
  ['title', '\u0958\u093f\u0932\u093e', '\u0915\u093c\u093f\u0932\u093e'],
  ['description', 'First line\r\nsecond line', 'First line\r\nsecond line'],
  ['photos', 'https://a.example/1 | https://a.example/2\nhttps://a.example/3', PHOTOS],
  ['photos', 'https://a.example/1  https://a.example/2 https://a.example/3|', PHOTOS],
  ['photos', 'https://a.example/1, HTTPS://a.example/2', [PHOTOS[0], 'HTTPS://a.example/2']],
  ['photos', 'https://a.example/1;https://a.example/2,', PHOTOS.slice(0, 2)],
  ['photos', 'https://a.example/a,b.jpg', ['https://a.example/a,b.jpg']],
  ['photos', JSON.stringify(PHOTOS), PHOTOS],
  ['photos', '["https://a.example/1"', ['["https://a.example/1"']],
  ['video', ' https://a.example/v ', 'https://a.example/v'],
])('for the field %s, the cell "%s" is read as %s', (field, text, value) => {
  const { item, errors } = read(field, text)
  expect([...errors]).toEqual([])
  expect(item).toEqual({ [field]: value })
})

test.each<[ImportField, string, string]>([
  ['deal', 'lease', 'Use one of these: Sell, Rent, PG, Auction.'],
  ['kind', 'tent', 'Use one of these: Apartment'],
  ['area', '1,250 sqm', 'in square feet'],
  ['price', '-5', 'such as 45,00,000, 45 Lac or 1.25 Cr'],
  ['availableFrom', '04/11/26', 'as 2026-07-04'],
  ['auctionEndsAt', '2026-07-04', 'as 2026-07-04 18:30'],
  ['title', '#N/A', 'the error #N/A'],
  ['description', '#REF!', 'the error #REF!'],
  ['price', '########', 'too narrow'],
  ['title', 'Flat \ufffd', 'damaged'],
])('for the field %s, the cell "%s" refuses the row: %s', (field, text, sentence) => {
  const { item, errors } = read(field, text)
  expect(item).toEqual({})
  expect(errors.get(field)).toContain(sentence)
})

test('empty and missing cells are omitted', () => {
  const values = readRowValues(
    { row: 2, cells: [' \u200b'] },
    { mapping: { city: 0, title: 4 }, width: 5 },
  )
  expect(values).toEqual({ item: {}, errors: new Map() })
})

describe('a row is refused', () => {
  test('if it has text beyond the last column with a name', () => {
    const { errors } = read('title', 'Flat', { cells: ['Flat', '', 'and more'] })
    expect(errors.get('listing')).toContain('column C has “and more”')
  })

  test('if the file says that a cell, or the row, cannot be read', () => {
    const flaws = [
      { column: 0, error: 'No result.' },
      { column: null, error: 'Doubtful quotes.' },
    ]
    const { item, errors } = read('title', 'Flat', { flaws })
    expect(item).toEqual({})
    expect(Object.fromEntries(errors)).toEqual({ title: 'No result.', listing: 'Doubtful quotes.' })
  })

  test('if a cell is empty because it is merged with another one', () => {
    const merges = readMerges(['A2:A4', 'C1:D1'])
    const errorsOf = (row: number, cells: string[]) => [
      ...readRowValues({ row, cells }, { mapping: { city: 0 }, width: 1, merges }).errors.keys(),
    ]
    expect(errorsOf(2, ['Pune'])).toEqual([])
    expect(errorsOf(3, [])).toEqual(['city'])
    expect(errorsOf(4, [''])).toEqual(['city'])
    expect(errorsOf(5, [])).toEqual([])
  })
})
