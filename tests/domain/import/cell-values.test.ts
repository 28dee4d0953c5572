import { expect, test } from 'vitest'
import { toItem } from '#src/domain/import/cell-values.ts'
import { guessMapping } from '#src/domain/import/column-guess.ts'
import type { ImportField } from '#src/domain/import/import-file.ts'

const PHOTOS = [1, 2, 3].map((n) => `https://a.example/${n}`)

test.each<[ImportField, string, unknown]>([
  ['deal', 'rent', 'rent'],
  ['deal', 'Rent out', 'rent'],
  ['deal', 'For Sale', 'sell'],
  ['deal', 'lease', 'lease'],
  ['kind', 'Independent House', 'house'],
  ['kind', 'builder-floor', 'builder-floor'],
  ['kind', 'Flat', 'apartment'],
  ['furnishing', 'Semi-furnished', 'semi'],
  ['area', '1,250 sq ft', 1250],
  ['area', '1,250 sqm', '1,250 sqm'],
  ['bhk', '2 BHK', 2],
  ['price', '₹ 1,25,00,000', 12_500_000],
  ['price', 'Rs. 950000.50', 950_000.5],
  ['price', '-5', '-5'],
  ['price', '1e9', '1e9'],
  ['availableFrom', '2026-07-04', '2026-07-04'],
  ['availableFrom', '2026-07-04T00:00', '2026-07-04'],
  ['availableFrom', '4/7/2026', '2026-07-04'],
  ['availableFrom', 'July', 'July'],
  ['auctionEndsAt', '2026-07-04T18:30', '2026-07-04T18:30:00+05:30'],
  ['auctionEndsAt', '04-07-2026 18:30', '2026-07-04T18:30:00+05:30'],
  ['auctionEndsAt', '2026-07-04T18:30:00Z', '2026-07-04T18:30:00Z'],
  ['reference', ' 007 ', '007'],
  ['photos', 'https://a.example/1 | https://a.example/2\nhttps://a.example/3', PHOTOS],
  ['photos', 'https://a.example/1  https://a.example/2 https://a.example/3|', PHOTOS],
  ['video', ' https://a.example/v ', 'https://a.example/v'],
])('for the field %s, the cell "%s" is parsed as %s', (field, text, value) => {
  expect(toItem([text], { [field]: 0 })).toEqual({ [field]: value })
})

test('empty and missing cells are omitted', () => {
  expect(toItem([' '], { city: 0, title: 4 })).toEqual({})
})

test('fields are matched with columns by the names of the columns, at most one column for each field', () => {
  const columns = ['Listing ID', 'CITY', 'Carpet Area (sq. ft)', 'ID', 'Bedrooms', 'Colour', 'city']
  const more = ['Image URLs', 'Video link', 'Photos']
  expect(guessMapping(columns)).toEqual({ reference: 3, city: 1, area: 2, bhk: 4 })
  expect(guessMapping(more)).toEqual({ photos: 2, video: 1 })
})
