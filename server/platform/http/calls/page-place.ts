import type { Order, RowPosition } from '#server/platform/database/pages/page-query.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { ErrorCode } from '#server/platform/http/error-codes.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

// Where a page begins: at the start of the list, beside the row of a cursor, at a row by its number, or at the end.

/** Rows of a filter are passed over one by one, so a page of them begins at most after this many. */
export const MAX_SKIPPED = 10_000
const MAX_KEY = 1_000 // characters of a sort key in a cursor, as in a form of the app
const BEFORE = 'before'
const END = 'end'

export interface PagePlace {
  /** The row beside the page; null for a page at an end of the list, or after `skipped` rows. */
  after: RowPosition | null
  /** Whether the page is before `after`, or the last one without it. */
  isBackward: boolean
  /** How many rows come before the page; 0 with a cursor. */
  skipped: number
}

interface PlaceRules {
  /** The hash of the query that a cursor must be of. */
  queryHash: string
  order: Order
  isTwoWay: boolean
  /** Whether a search chooses the rows, or a filter. */
  chosenBy: 'search' | 'filter' | null
}

/** @throws ServerError 400 */
export function readPlace(
  { cursor, start }: { cursor?: string | undefined; start?: string | undefined },
  rules: PlaceRules,
): PagePlace {
  if (cursor === undefined)
    return { after: null, isBackward: start === END, skipped: readStart(start, rules) }
  if (start !== undefined) throw refusePage('bad-query', 'Say cursor or start, not both.')
  return { ...readCursor(cursor, rules), skipped: 0 }
}

export function writeCursor(queryHash: string, { key, id }: RowPosition, isBackward: boolean) {
  const place = [queryHash, key, id, ...(isBackward ? [BEFORE] : [])]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

export function refusePage(code: ErrorCode, sentence: string): ServerError {
  return new ServerError(400, code, sentence)
}

function readStart(text: string | undefined, { chosenBy }: PlaceRules): number {
  if (text === undefined || text === END) return 0
  if (!/^\d{1,9}$/.test(text))
    throw refusePage('bad-query', 'The start must be a number of rows, or end.')
  const skipped = Number(text)
  if (chosenBy === 'search' && skipped > 0)
    throw refusePage(
      'bad-query',
      'The start of a search is 0 or end: read its other pages by their cursors.',
    )
  if (chosenBy === 'filter' && skipped > MAX_SKIPPED)
    throw refusePage('bad-query', `With a filter, the start is at most ${MAX_SKIPPED}.`)
  return skipped
}

function readCursor(text: string, rules: PlaceRules): Omit<PagePlace, 'skipped'> {
  const said = readJson(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(said)) throw badCursor()
  const [of, key, id, way, ...more]: unknown[] = said
  const isBackward = rules.isTwoWay && way === BEFORE
  if (more.length > 0 || (way !== undefined && !isBackward)) throw badCursor()
  if (typeof of !== 'string' || typeof id !== 'string' || !isRecordId(id)) throw badCursor()
  if (of !== rules.queryHash)
    throw refusePage('bad-cursor', 'This cursor is of another query: begin again without it.')
  if (!isKey(key, rules.order)) throw badCursor()
  return { after: { key, id }, isBackward }
}

function isKey(key: unknown, { column, isNullable }: Order): key is RowPosition['key'] {
  if (key === null) return isNullable
  if (column === 'price_key') return typeof key === 'number'
  return typeof key === 'string' && key.length <= MAX_KEY && !key.includes('\0')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function badCursor(): ServerError {
  return refusePage('bad-cursor', 'The cursor is not one that this server gave.')
}
