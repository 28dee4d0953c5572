import { createHash } from 'node:crypto'
import type { Order, RowPosition } from '#server/platform/database/pages/page-query.ts'
import {
  type Condition,
  listUnknownParts,
  type QueryField,
  readConditions,
  writeConditions,
} from '#src/domain/query/condition.ts'
import { nameReader } from '#src/domain/query/reader-condition.ts'
import { type PagePlace, readPlace, refusePage, writeCursor } from './page-place.ts'

// Parses the query parameters of a list: page, order and filters.

export const MAX_PAGE = 500 // rows
/** Rows that a filter passes are counted up to this number, as many as one looks through. */
export const MAX_COUNTED = 10_000
const UNSET_PAGE = 100 // rows, if the query has no limit
export const MAX_QUERY = 100 // characters; longer than any typed search
const QUERY_HASH_CHARS = 12 // 72 bits of the query's hash in a cursor: detects mistakes, not forgery

/** The orders and filters of one list. */
export interface PageRules {
  /** Orders by their name in the query parameter `sort`. */
  orders: Readonly<Record<string, Pick<Order, 'column' | 'isNullable'>>>
  /** What the rows can be filtered by, with the names of the app's address. */
  fields: readonly QueryField<never>[]
  /** The allowed values of filters that only the API has. */
  filters?: Readonly<Record<string, readonly string[]>>
  /** Parameters that the route reads itself. */
  others?: readonly string[]
  /** Whether pages are read in both directions, and from any row on. */
  isTwoWay?: true
}

export interface PageRequest extends PagePlace {
  limit: number
  isTwoWay: boolean
  order: Order
  q: string
  conditions: readonly Condition[]
  filters: Readonly<Record<string, string | undefined>>
  /** Creates the cursor of the page after this row, or of the one before it. */
  makeCursor(row: RowPosition, isBackward?: boolean): string
}

/** The default order of all lists. */
export const NEWEST_FIRST: Order = {
  column: 'created_at',
  isNullable: false,
  direction: 'desc',
}

const UNSET_SORT = '-createdAt'
const FILTERS = ['saleType']
const PARAMETERS = ['limit', 'cursor', 'q', 'sort', ...FILTERS]
const START = 'start' // of lists whose pages are read in both directions

/** Returns null for a request of the whole list. `readerId` is the person whom it calls `me`. @throws ServerError 400 */
export function readPageRequest(
  given: Readonly<Record<string, readonly string[]>>,
  rules: PageRules,
  readerId?: string,
): PageRequest | null {
  const { isTwoWay = false } = rules
  const query = readOnce(given)
  const conditions = readFields(given, rules)
  if (Object.keys(query).length === 0 && conditions.length === 0) return null
  const { limit, cursor, q = '', sort = UNSET_SORT, start } = query
  if (q.length > MAX_QUERY)
    throw refusePage('bad-query', `Search for at most ${MAX_QUERY} characters.`)
  const order = readOrder(sort, rules)
  const filters = readFilters(query, rules)
  const isFiltered = conditions.length > 0 || Object.keys(filters).length > 0
  const queryHash = createHash('sha256')
    .update(
      JSON.stringify([
        sort,
        q,
        ...FILTERS.map((name) => filters[name] ?? null),
        writeConditions(conditions).toString(),
      ]),
    )
    .digest('base64url')
    .slice(0, QUERY_HASH_CHARS)
  return {
    limit: limit === undefined ? UNSET_PAGE : readLimit(limit),
    ...readPlace(
      { cursor, start },
      {
        queryHash,
        order,
        isTwoWay,
        chosenBy: q.trim() !== '' ? 'search' : isFiltered ? 'filter' : null,
      },
    ),
    isTwoWay,
    order,
    // The databases refuse NUL, so stored text has none. The replacement character lets such a query match nothing.
    q: q.replaceAll('\0', '\ufffd'),
    conditions: nameReader(conditions, rules.fields, readerId),
    filters,
    makeCursor: (row, isBackward = false) => writeCursor(queryHash, row, isBackward),
  }
}

/** What a query chooses of a list, without its pages. */
export type ListChoice = Pick<PageRequest, 'order' | 'q' | 'conditions' | 'filters'>

/**
 * The choice of an address without parameters of a page; all rows, newest first, for an empty one. `readerId` is the person
 * whom the address calls `me`. @throws ServerError 400
 */
export function readListChoice(
  address: URLSearchParams,
  rules: PageRules,
  readerId: string,
): ListChoice {
  const given: Record<string, string[]> = {}
  for (const name of address.keys()) given[name] = address.getAll(name)
  const ofPages = ['limit', 'cursor', START, ...(rules.others ?? [])].find((name) =>
    address.has(name),
  )
  if (ofPages !== undefined) throw refusePage('bad-filter', 'An export has no pages.')
  return (
    readPageRequest(given, rules, readerId) ?? {
      order: NEWEST_FIRST,
      q: '',
      conditions: [],
      filters: {},
    }
  )
}

function readOnce(given: Readonly<Record<string, readonly string[]>>) {
  const query: Record<string, string> = {}
  for (const name of [...PARAMETERS, START]) {
    const [value, ...more] = given[name] ?? []
    if (more.length > 0) throw refusePage('bad-query', `Say ${name} once.`)
    if (value !== undefined) query[name] = value
  }
  return query
}

/** Nothing of a query is left out: fewer filters would answer more rows than were asked for. */
function readFields(
  given: Readonly<Record<string, readonly string[]>>,
  { fields, others = [], isTwoWay }: PageRules,
): readonly Condition[] {
  const address = new URLSearchParams()
  for (const [name, values] of Object.entries(given))
    for (const value of values) address.append(name, value)
  const { conditions, problems } = readConditions(address, fields)
  const known = [...PARAMETERS, ...(isTwoWay ? [START] : []), ...others]
  const unknown = listUnknownParts(address, fields, new Set(known))
  // Answers repeat nothing of a request, so they do not name what the app names on the screen.
  if (problems.length > 0)
    throw refusePage('bad-filter', 'A filter has a value that it cannot have.')
  if (unknown.length > 0)
    throw refusePage('bad-filter', 'The query has a filter that this list has not.')
  return conditions
}

function readOrder(sort: string, { orders }: PageRules): Order {
  const name = sort.replace(/^-/, '')
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (!order) {
    const words = Object.keys(orders).join(', ')
    throw refusePage(
      'bad-sort',
      `This list is sorted by ${words}; a minus before it turns it round.`,
    )
  }
  return { ...order, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

function readFilters(query: Readonly<Record<string, string>>, rules: PageRules) {
  const filters: Record<string, string> = {}
  for (const name of FILTERS) {
    const value = query[name]
    if (value === undefined) continue
    const words = rules.filters?.[name]
    if (!words) throw refusePage('bad-filter', `This list has no ${name}.`)
    if (!words.includes(value))
      throw refusePage('bad-filter', `The filter ${name} must be one of ${words.join(', ')}.`)
    filters[name] = value
  }
  return filters
}

/** @throws ServerError 400 */
export function readLimit(text: string, most = MAX_PAGE): number {
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > most)
    throw refusePage('bad-limit', `The limit must be a whole number from 1 to ${most}.`)
  return limit
}
