import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportMapping,
} from './import-file.ts'
import { columnLetters, type NamesRow, type SheetRow } from './sheet-content.ts'
import { shorten } from './stored-values.ts'

// Guesses the field of each column of a file from the column's name. A person can change the guess. A name that stands
// over several columns, or that has a unit which is not ours, is not guessed: the person is asked.

const OTHER_NAMES: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  reference: [
    ['ref', 'ref no', 'ref number', 'ref id', 'ref code', 'reference no', 'reference number'],
    ['reference id', 'reference code', 'id', 'pk', 'listing id', 'property id', 'listing no'],
    ['property no', 'code', 'listing code', 'property code', 'sku'],
  ].flat(),
  deal: ['sale type', 'transaction', 'listing type', 'purpose', 'for'],
  kind: ['property type', 'type', 'category'],
  locality: ['area name', 'neighbourhood', 'location', 'address'],
  pincode: ['pin', 'postal code', 'zip', 'zip code', 'postcode'],
  title: ['name', 'headline', 'property name'],
  description: ['details', 'about', 'text'],
  area: ['size', 'sqft', 'square feet', 'carpet area', 'built up area'],
  bhk: ['bedrooms', 'rooms', 'bhk details'],
  furnishing: ['furnished', 'furnishing type'],
  price: ['sale price', 'asking price', 'expected price', 'amount', 'cost'],
  rent: [
    ['monthly rent', 'rent per month', 'rent a month', 'rent month', 'rent monthly', 'rent pm'],
    ['rental', 'monthly rental', 'rent amount', 'expected rent'],
  ].flat(),
  startingBid: ['bid', 'reserve price'],
  auctionEndsAt: ['auction end', 'auction ends at', 'bid end'],
  availableFrom: ['possession', 'available'],
  photos: [
    ['photo', 'photo url', 'photo urls', 'photo links', 'photo address', 'photo addresses'],
    ['image', 'images', 'image url', 'image urls', 'image links', 'pictures', 'picture urls'],
  ].flat(),
  video: ['videos', 'video url', 'video urls', 'video link', 'video address'],
}

const RUPEES = ['₹', 'rs', 'inr', 'rupees', 'in rs', 'in inr', 'in rupees', 'in ₹']
const DAYS = ['dd/mm/yyyy', 'dd-mm-yyyy', 'yyyy-mm-dd', 'date', 'ist']
/** The units in brackets that are ours. In the name of a text, brackets hold no unit, so all are ignored. */
const OUR_UNITS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  area: ['sq ft', 'sq feet', 'sqft', 'sft', 'square feet', 'in sq ft', 'in sqft', 'ft²'],
  bhk: ['number', 'no', 'bhk', 'bedrooms'],
  beds: ['number', 'no', 'beds'],
  price: RUPEES,
  rent: [...RUPEES, ...RUPEES.map((unit) => `${unit} per month`), 'per month', 'monthly'],
  startingBid: RUPEES,
  auctionEndsAt: [...DAYS, 'date and time'],
  availableFrom: DAYS,
}
const BRACKETS = /[([{（]([^)\]}）]*)[)\]}）]/g
const LABEL = / ?\(column [A-Z]+\)$/ // what `labelColumns` appends
export const HEAD_ROWS = 20 // a title, an address and a date above the names take fewer
const FEWEST_NAMES = 3 // a row with fewer known names may have them by chance

/** A field without a column, although the file has columns with its name. */
export interface ColumnQuestion {
  sentence: string
  columns: readonly number[]
}
export type ColumnQuestions = Readonly<Partial<Record<ImportField, ColumnQuestion>>>
export interface ColumnGuess {
  mapping: ImportMapping
  questions: ColumnQuestions
}

/** Finds the column of each field by the field's names, which are tried in order. No column is used twice. */
export function guessColumns(
  columns: readonly string[],
  hidden: readonly number[] = [],
): ColumnGuess {
  const taken = new Set(hidden)
  const mapping: Partial<Record<ImportField, number>> = {}
  const questions: Partial<Record<ImportField, ColumnQuestion>> = {}
  for (const field of IMPORT_FIELDS) {
    const found = findColumn(field, columns, taken)
    if (found === null) continue
    if ('question' in found) {
      questions[field] = found.question
      continue
    }
    taken.add(found.column)
    mapping[field] = found.column
  }
  return { mapping, questions }
}

/** The mapping alone. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  return guessColumns(columns).mapping
}

type Found = { column: number } | { question: ColumnQuestion }

function findColumn(
  field: ImportField,
  columns: readonly string[],
  taken: ReadonlySet<number>,
): Found | null {
  const names = columns.map(splitName)
  let other: Found | null = null
  for (const wanted of listNames(field)) {
    const all = names.flatMap(({ plain }, column) =>
      plain === wanted && !taken.has(column) ? [column] : [],
    )
    const [column, second] = all.filter((one) => isOurUnit(field, names[one]?.units ?? []))
    if (column !== undefined && second === undefined) return { column }
    if (column !== undefined)
      return { question: { sentence: askWhich(columns[column] ?? '', all), columns: all } }
    const [foreign] = all
    if (foreign === undefined || other !== null) continue
    const sentence = askUnit(field, columns[foreign] ?? '')
    other = { question: { sentence, columns: [foreign] } }
  }
  return other
}

function listNames(field: ImportField): Set<string> {
  const all = [field, IMPORT_LABELS[field], ...(OTHER_NAMES[field] ?? [])]
  return new Set(all.map((name) => splitName(name).plain))
}

function askWhich(name: string, columns: readonly number[]): string {
  const letters = columns.map(columnLetters)
  const list = `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`
  return `The columns ${list} have the name “${oneLine(name).replace(LABEL, '')}”. Choose one.`
}

function askUnit(field: ImportField, name: string): string {
  const unit = field === 'area' ? 'square feet' : 'rupees'
  const read = ['area', 'price', 'rent', 'startingBid'].includes(field)
    ? ` Numbers are read as ${unit}.`
    : ''
  return `The column “${oneLine(name)}” may have another unit, so it is not chosen.${read}`
}

function isOurUnit(field: ImportField, units: readonly string[]): boolean {
  const ours = OUR_UNITS[field]
  return !ours || units.every((unit) => ours.includes(unit))
}

/** 'Carpet Area (sq. ft)' has the plain name 'carpetarea' and the unit 'sq ft'. */
function splitName(name: string): { plain: string; units: string[] } {
  const text = name.replace(LABEL, '').normalize('NFC').toLowerCase()
  const units = [...text.matchAll(BRACKETS)].map(([, unit = '']) =>
    oneLine(unit.replaceAll('.', ' ')),
  )
  const plain = text.replace(BRACKETS, '').replace(/[^\p{L}\p{N}]/gu, '')
  return { plain, units: units.filter(Boolean) }
}

/** The question with a value of each of its columns, so that a person can tell them apart. */
export function sayQuestion(
  { sentence, columns }: ColumnQuestion,
  sample: readonly (readonly string[])[],
): string {
  const texts = columns.flatMap((column) => {
    const text = sample.map((cells) => cells[column]?.trim()).find(Boolean)
    return text ? [`${columnLetters(column)} has “${shorten(text)}”`] : []
  })
  return texts.length === 0 ? sentence : `${sentence} For example, ${texts.join(', ')}.`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The names of columns, each different: a missing one is 'Column 4', and a repeated one gets the column's letters.
 * Only columns up to the last name count.
 */
export function labelColumns(names: readonly string[]): string[] {
  const last = names.findLastIndex((name) => oneLine(name) !== '')
  const plain = names.slice(0, last + 1).map(oneLine)
  return plain.map((name, column) => {
    if (name === '') return `Column ${column + 1}`
    const isRepeated = plain.indexOf(name) !== plain.lastIndexOf(name)
    return isRepeated ? `${name} (column ${columnLetters(column)})` : name
  })
}

/**
 * The row with the names of the columns: the first one, unless a later one has more of the known names, or the first
 * has a single cell above rows with several, as a title has. Then a person has to confirm it. `rows` are not blank.
 */
export function findNamesRow(rows: readonly Pick<SheetRow, 'row' | 'cells'>[]): NamesRow {
  const head = rows.slice(0, HEAD_ROWS).map(({ row, cells }) => ({
    row,
    cells: cells.filter((cell) => oneLine(cell) !== '').length,
    names: countNames(cells),
  }))
  const [first = { row: 1, cells: 0, names: 0 }, ...others] = head
  const best = others.reduce((most, one) => (one.names > most.names ? one : most), first)
  if (best !== first && best.names >= FEWEST_NAMES) return { row: best.row, isSure: false }
  const isTitle = first.cells === 1 && first.names === 0 && others.some(({ cells }) => cells > 1)
  const below = others.find(({ cells }) => cells > 1)
  return isTitle && below ? { row: below.row, isSure: false } : { row: first.row, isSure: true }
}

function countNames(cells: readonly string[]): number {
  const { mapping, questions } = guessColumns(cells)
  return Object.keys(mapping).length + Object.keys(questions).length
}
