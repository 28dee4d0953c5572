import { describe, expect, test } from 'vitest'
import {
  findNamesRow,
  guessColumns,
  guessMapping,
  labelColumns,
  sayQuestion,
} from '#src/domain/import/column-guess.ts'
import { columnIndex, columnLetters } from '#src/domain/import/sheet-content.ts'

test('fields are matched with columns by the names of the columns, at most one column for each field', () => {
  const columns = ['Listing ID', 'CITY', 'Carpet Area (sq. ft)', 'ID', 'Bedrooms', 'Colour']
  const more = [
    'Image URLs',
    'Video link',
    'Photos',
    'Area\n(sq ft)',
    'Price [₹]',
    'Rent（in Rs.）',
  ]
  expect(guessMapping(columns)).toEqual({ reference: 3, city: 1, area: 2, bhk: 4 })
  expect(guessMapping(more)).toEqual({ photos: 2, video: 1, area: 3, price: 4, rent: 5 })
})

test.each([
  ['reference', ['Ref No', 'Ref. No.', 'REF NO', 'Reference No', 'Ref Number', 'Property Code']],
  ['rent', ['Rent per month', 'Rent/month', 'Rent p.m.', 'Rent per month (₹)', 'Monthly Rental']],
  ['price', ['Asking price', 'Expected Price (Rs.)']],
] as const)('the field %s is guessed from each of the names %j', (field, names) => {
  for (const name of names) expect(guessMapping(['City', name])).toEqual({ city: 0, [field]: 1 })
})

test.each([
  ['area', 'Area (sq m)'],
  ['area', 'Area (sq yd)'],
  ['area', 'Carpet area [m²]'],
  ['price', 'Price (in thousands)'],
  ['price', 'Price (₹ per sq ft)'],
  ['price', 'Price (Lakh)'],
  ['rent', 'Rent (per year)'],
  ['availableFrom', 'Available from (mm/dd/yyyy)'],
] as const)('the field %s does not guess the column "%s", and asks instead', (field, name) => {
  const { mapping, questions } = guessColumns(['Ref', name])
  expect(mapping).toEqual({ reference: 0 })
  expect(questions[field]?.sentence).toContain(name)
})

test('of two areas, the one in our unit is guessed', () => {
  expect(guessMapping(['Area (sq m)', 'Area (sq ft)'])).toEqual({ area: 1 })
})

test('a name that several columns have is asked about, with values of each', () => {
  const names = ['Reference', 'City', 'Reference']
  const { mapping, questions } = guessColumns(names)
  expect(mapping).toEqual({ city: 1 })
  const { reference } = questions
  expect(reference && sayQuestion(reference, [['x-1', 'Pune', 'T-1']])).toBe(
    'The columns A and C have the name “Reference”. Choose one. For example, A has “x-1”, C has “T-1”.',
  )
  const labels = labelColumns(names)
  expect(labels).toEqual(['Reference (column A)', 'City', 'Reference (column C)'])
  expect(guessColumns(labels).questions).toEqual(questions)
})

test('hidden columns are not guessed', () => {
  expect(guessColumns(['Ref', 'Price', 'Amount'], [1]).mapping).toEqual({ reference: 0, price: 2 })
})

test('columns without a name are numbered, and those after the last name have none', () => {
  expect(labelColumns(['Ref', ' ', 'Area\n(sq ft)', ''])).toEqual([
    'Ref',
    'Column 2',
    'Area (sq ft)',
  ])
})

test('columns have the letters of a spreadsheet program', () => {
  const letters = [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [16_383, 'XFD'],
  ] as const
  for (const [index, text] of letters) {
    expect(columnLetters(index)).toBe(text)
    expect(columnIndex(text)).toBe(index)
  }
})

describe('the row with the names of the columns', () => {
  const find = (...rows: string[][]) =>
    findNamesRow(rows.map((cells, index) => ({ row: 2 * index + 1, cells })))

  test.each([
    ['is the first one', ['Ref', 'City'], ['T-1', 'Pune']],
    ['may have unknown names', ['Nummer', 'Ort'], ['T-1', 'Pune']],
    ['may have one name only', ['Ref'], ['T-1']],
  ])('%s', (_, ...rows) => {
    expect(find(...rows)).toEqual({ row: 1, isSure: true })
  })

  test.each([
    ['one cell', ['Listings of Sharma Estates'], ['Ref', 'City', 'Price'], ['T-1', 'Pune', '5']],
    ['two cells', ['Sharma Estates', 'May 2026'], ['Ref', 'City', 'Price'], ['T-1', 'Pune', '5']],
    ['one cell above unknown names', ['Angebote'], ['Nummer', 'Ort'], ['T-1', 'Pune']],
  ])('has to be confirmed below a title with %s', (_, ...rows) => {
    expect(find(...rows)).toEqual({ row: 3, isSure: false })
  })
})
