import {
  DEAL_LABELS,
  DEAL_WORDS,
  DEALS,
  FURNISHING_WORDS,
  FURNISHINGS,
  KIND_WORDS,
  KINDS,
} from '#src/domain/posting/posting-fields.ts'
import { cleanReference, dropZeroDecimals, readCellText, toPlainDigits } from './cell-text.ts'
import { DAY_FIRST, findMonthFirst, type MonthFirst, readDay, readMoment } from './date-reading.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from './import-file.ts'
import { readAmount, readArea, readBedrooms, readBeds, readRent } from './number-reading.ts'
import { readPhotoList } from './photo-list-reading.ts'
import { columnLetters, findMerge, type MergedArea, type SheetRow } from './sheet-content.ts'

// Converts the cells of a row to the fields of a listing. A cell is read as a person sees it. If that is not possible,
// it gets an error, and so the row is refused.

export interface RowReading {
  mapping: ImportMapping
  /** How many columns have names. */
  width: number
  /** The separators with which a field's column writes the month first. */
  monthFirst?: Readonly<Partial<Record<ImportField, MonthFirst>>>
  merges?: readonly MergedArea[]
}

/** A listing in the form of the API, without empty cells and fields without a column. */
export interface RowValues {
  item: Record<string, unknown>
  /** By field; `listing` for the row. Their fields are not in the item. */
  errors: Map<string, string>
}

export function readRowValues(row: SheetRow, reading: RowReading): RowValues {
  const item: Record<string, unknown> = {}
  const errors = new Map<string, string>()
  const flaw = row.flaws?.find(({ column }) => column === null)?.error ?? findNameless(row, reading)
  if (flaw) errors.set('listing', flaw)
  for (const field of IMPORT_FIELDS) {
    const column = reading.mapping[field]
    if (column === undefined) continue
    const read = readCell(field, row, { ...reading, column })
    if ('error' in read) errors.set(field, read.error)
    else if (read.value !== undefined) item[field] = read.value
  }
  return { item, errors }
}

/** For each field with dates, the separators of the cells that write the month first. */
export function listMonthFirst(
  rows: Iterable<SheetRow>,
  mapping: ImportMapping,
): [ImportField, string][] {
  const found: [ImportField, string][] = []
  for (const { cells } of rows)
    for (const field of ['auctionEndsAt', 'availableFrom'] as const) {
      const column = mapping[field]
      const separator = column === undefined ? null : findMonthFirst(cells[column] ?? '')
      if (separator) found.push([field, separator])
    }
  return found
}

type CellValue = { value: unknown } | { error: string }

function readCell(
  field: ImportField,
  { row, cells, flaws }: SheetRow,
  { column, merges = [], monthFirst }: RowReading & { column: number },
): CellValue {
  const flaw = flaws?.find((one) => one.column === column)
  if (flaw) return { error: flaw.error }
  const text = readCellText(cells[column] ?? '')
  if (text === '') {
    const area = findMerge(merges, row, column)
    return area
      ? { error: `This cell is merged with others (${area.name}). Unmerge them, and fill in each.` }
      : { value: undefined }
  }
  if (ERROR_TEXT.test(text)) return { error: `This is the error ${text} of a spreadsheet program.` }
  if (TOO_NARROW.test(text)) return { error: 'The column was too narrow to show this value.' }
  if (text.includes('\ufffd'))
    return { error: 'This text is damaged where it shows �. Write it again.' }
  const reader = READERS[field]
  if (!reader) return { value: text }
  const value = reader.read(text, monthFirst?.[field] ?? DAY_FIRST)
  return value === undefined ? { error: reader.wanted } : { value }
}

/** The results of failed formulas (ECMA-376, 18.17.3, and later ones of Excel). */
const ERROR_TEXT =
  /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!)$/i
const TOO_NARROW = /^#{3,}$/

function findNameless({ cells }: SheetRow, { width }: RowReading): string | undefined {
  const column = cells.findIndex((cell, index) => index >= width && readCellText(cell) !== '')
  if (column < 0) return undefined
  return `This row has more cells than there are names of columns: column ${columnLetters(column)} has “${cells[column]}”.`
}

interface CellReader {
  /** Undefined for a text without a meaning, or with more than one. */
  read: (text: string, monthFirst: MonthFirst) => unknown
  wanted: string
}

const AMOUNT = 'Enter an amount in rupees, such as 45,00,000, 45 Lac or 1.25 Cr.'
const READERS: Readonly<Partial<Record<ImportField, CellReader>>> = {
  reference: { read: (text) => dropZeroDecimals(cleanReference(text)), wanted: '' },
  deal: makeChoice(DEALS, [DEAL_WORDS, DEAL_LABELS], { sale: 'sell', 'for sale': 'sell' }),
  kind: makeChoice(KINDS, [KIND_WORDS], { flat: 'apartment', house: 'house', office: 'office' }),
  furnishing: makeChoice(FURNISHINGS, [FURNISHING_WORDS], {
    furnished: 'full',
    'semi-furnished': 'semi',
  }),
  pincode: {
    read: (text) => dropZeroDecimals(toPlainDigits(text).replaceAll(' ', '')),
    wanted: '',
  },
  area: { read: readArea, wanted: 'Enter the area in square feet, such as 980 or 1,250.' },
  bhk: { read: readBedrooms, wanted: 'Enter a number of bedrooms, such as 2.' },
  beds: { read: readBeds, wanted: 'Enter a number of beds, such as 3.' },
  price: { read: readAmount, wanted: AMOUNT },
  rent: { read: readRent, wanted: 'Enter the rent per month in rupees, such as 32,000.' },
  startingBid: { read: readAmount, wanted: AMOUNT },
  auctionEndsAt: { read: readMoment, wanted: 'Enter a date and a time as 2026-07-04 18:30.' },
  availableFrom: { read: readDay, wanted: 'Enter the date as 2026-07-04.' },
  photos: { read: readPhotoList, wanted: '' },
}

/** A reader that finds a word of the API or one of its labels, ignoring case. */
function makeChoice<Word extends string>(
  words: readonly Word[],
  labels: readonly Readonly<Record<Word, string>>[],
  others: Readonly<Record<string, Word>>,
): CellReader {
  const known = new Map<string, Word>(Object.entries(others))
  for (const word of words) {
    known.set(word, word)
    for (const label of labels) known.set(label[word].toLowerCase(), word)
  }
  const [names] = labels
  return {
    read: (text) => known.get(text.toLowerCase().replace(/\s+/g, ' ')),
    wanted: `Use one of these: ${words.map((word) => names?.[word] ?? word).join(', ')}.`,
  }
}
