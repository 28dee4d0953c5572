import * as v from 'valibot'
import type { QueryDescription } from './call-description.ts'
import type { ErrorCode } from './error-codes.ts'
import { MAX_PAGE, MAX_QUERY, type PageRules } from './page-request.ts'
import { WireCount, WireCursor } from './wire-values.ts'

// What the API's description says of pages, from the rules by which a list is read.

export const PAGE_REFUSALS: readonly ErrorCode[] = [
  'bad-limit',
  'bad-cursor',
  'bad-sort',
  'bad-filter',
  'bad-query',
]

/** How many rows a page has, and where it begins. */
export function describePlace(maxRows = MAX_PAGE): readonly QueryDescription[] {
  return [
    {
      name: 'limit',
      says: 'Rows on a page; 100 by default.',
      schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxRows)),
    },
    { name: 'cursor', says: 'The `nextCursor` of the page before.', schema: v.string() },
  ]
}

/** The parameters that ask for a page of a list, for its order and for what of it. */
export function describePages({ orders, filters }: PageRules): QueryDescription[] {
  const sorts = Object.keys(orders).flatMap((name) => [name, `-${name}`])
  return [
    ...describePlace(),
    {
      name: 'q',
      says: 'Words that all must be in the row.',
      schema: v.pipe(v.string(), v.maxLength(MAX_QUERY)),
    },
    { name: 'sort', says: 'The order; a minus turns it round.', schema: v.picklist(sorts) },
    ...Object.entries(filters).map(([name, words]) => ({
      name,
      says: 'Rows of this kind alone.',
      schema: v.picklist(words),
    })),
  ]
}

/** A page of rows. */
export function pageWith<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    success: v.literal(true),
    data: v.array(row),
    meta: v.strictObject({
      nextCursor: v.nullable(WireCursor),
      total: v.nullable(v.pipe(WireCount, v.description('Of all pages; null with a `q`.'))),
    }),
  })
}
