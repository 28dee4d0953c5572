import {
  DEAL_LABELS,
  DEAL_WORDS,
  DEALS,
  FURNISHING_WORDS,
  FURNISHINGS,
  KIND_WORDS,
  KINDS,
} from '#src/domain/posting/posting-fields.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from './import-file.ts'

// Converts the cells of a row to the fields of a listing. An unreadable cell stays as text, so that
// the field's own schema refuses it with an error message.

const MARKET_ZONE = '+05:30' // sheets have no time zones; India has a single one
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/
const INDIAN_DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const TIME = /^(\d\d:\d\d)(:\d\d)?$/

/** The listing in the form of the API. Leaves out empty cells and fields without a column. */
export function toItem(cells: readonly string[], mapping: ImportMapping): Record<string, unknown> {
  const item: Record<string, unknown> = {}
  for (const field of IMPORT_FIELDS) {
    const column = mapping[field]
    const text = column === undefined ? '' : (cells[column]?.trim() ?? '')
    if (text !== '') item[field] = READERS[field]?.(text) ?? text
  }
  return item
}

/** Readers of fields. Each returns undefined for an unreadable text. */
const READERS: Readonly<Partial<Record<ImportField, (text: string) => unknown>>> = {
  deal: makeChoice(DEALS, [DEAL_WORDS, DEAL_LABELS], { sale: 'sell', 'for sale': 'sell' }),
  kind: makeChoice(KINDS, [KIND_WORDS], { flat: 'apartment', house: 'house', office: 'office' }),
  furnishing: makeChoice(FURNISHINGS, [FURNISHING_WORDS], {
    furnished: 'full',
    'semi-furnished': 'semi',
  }),
  area: readNumber,
  bhk: readNumber,
  beds: readNumber,
  price: readNumber,
  rent: readNumber,
  startingBid: readNumber,
  auctionEndsAt: readMoment,
  availableFrom: (text) => readDay(text.split(/[T ]/, 1)[0] ?? ''),
  photos: (text) => text.split(/[\s|]+/).filter((address) => address !== ''),
}

/** Makes a reader that accepts the API's words, their labels on screens, and the words in `others`. */
function makeChoice<Word extends string>(
  words: readonly Word[],
  labels: readonly Readonly<Record<Word, string>>[],
  others: Readonly<Record<string, Word>>,
): (text: string) => Word | undefined {
  const known = new Map<string, Word>(Object.entries(others))
  for (const word of words) {
    known.set(word, word)
    for (const label of labels) known.set(label[word].toLowerCase(), word)
  }
  return (text) => known.get(text.toLowerCase())
}

/** Also reads '₹ 1,00,000.50', '980 sq ft' and '2 BHK'. Never returns NaN. */
function readNumber(text: string): number | undefined {
  const plain = text
    .replace(/^(₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*(sq\.? ?ft\.?|bhk|beds?)$/i, '')
    .replaceAll(',', '')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

/** Reads ISO 8601, and the Indian format with the day first. */
function readDay(text: string): string | undefined {
  if (DAY.test(text)) return text
  const [, day, month, year] = INDIAN_DAY.exec(text) ?? []
  if (!day || !month || !year) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function readMoment(text: string): string | undefined {
  const [first = '', time = '', ...rest] = text.split(/[T ]/)
  const day = readDay(first)
  const [, minutes, seconds = ':00'] = TIME.exec(time) ?? []
  if (!day || !minutes || rest.length > 0) return undefined
  return `${day}T${minutes}${seconds}${MARKET_ZONE}`
}
