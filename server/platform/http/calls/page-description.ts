import * as v from 'valibot'
import type { ErrorCode } from '#server/platform/http/error-codes.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { QueryField } from '#src/domain/query/condition.ts'
import { type Parameter, queryOf } from './call-description.ts'
import { MAX_SKIPPED } from './page-place.ts'
import { MAX_PAGE, MAX_QUERY, type PageRules } from './page-request.ts'
import { WireCount, WireCursor } from './wire-values.ts'

// Describes the pages of lists for the OpenAPI document, from the rules that also validate requests.

export const PAGE_REFUSALS: readonly ErrorCode[] = [
  'bad-limit',
  'bad-cursor',
  'bad-sort',
  'bad-filter',
  'bad-query',
]

/** The parameters for page size and cursor. */
export function describePageQuery(maxRows = MAX_PAGE): readonly Parameter[] {
  return [
    queryOf('limit', 'Rows on a page; 100 by default.', {
      type: 'integer',
      minimum: 1,
      maximum: maxRows,
    }),
    queryOf('cursor', 'The `nextCursor` of the previous page.'),
  ]
}

/** How one row on is reached without reading all before it. */
const START = queryOf(
  'start',
  `The number of rows before the page, or \`end\` for the last rows, in place of a cursor. With a \`q\`, only 0 or \`end\`; at most ${groupIndian(MAX_SKIPPED)} with filters.`,
)

/** Query parameters for the page, order and filters of a list. */
export function describePages({ orders, fields, filters = {}, isTwoWay }: PageRules): Parameter[] {
  const sorts = Object.keys(orders).flatMap((name) => [name, `-${name}`])
  return [
    ...describePageQuery(),
    ...(isTwoWay ? [START] : []),
    queryOf('q', 'Words that must all be in the row.', { maxLength: MAX_QUERY }),
    queryOf('sort', 'The order; a leading minus reverses it.', { enum: sorts }),
    ...Object.entries(filters).map(([name, words]) =>
      queryOf(name, 'Only rows of this kind.', { enum: [...words] }),
    ),
    ...fields.map((field) => queryOf(field.name, describeField(field), schemaOf(field))),
  ]
}

function describeField({ kind, label }: QueryField<never>): string {
  if (kind === 'text') return `${label}; any of the values, if the parameter is repeated.`
  if (kind === 'days')
    return `${label}: days in India, such as 2026-01-01..2026-01-31, or open at one end.`
  return kind === 'range' ? `${label}: a range such as 10..20, or open at one end.` : `${label}.`
}

function schemaOf(field: QueryField<never>): object {
  if (field.kind === 'yes-no') return { enum: ['yes', 'no'] }
  if (field.kind !== 'text') return {}
  const { choices } = field
  return {
    type: 'array',
    items: { type: 'string', ...(choices && { enum: choices.map(({ value }) => value) }) },
  }
}

/** A page of a list; `more` is what else the list says about it. */
export function pageWith<
  Row extends v.GenericSchema,
  More extends v.ObjectEntries = Record<never, never>,
>(row: Row, more?: More) {
  return v.strictObject({
    success: v.literal(true),
    data: v.array(row),
    meta: v.strictObject({
      nextCursor: v.nullable(WireCursor),
      ...more,
      total: v.nullable(
        v.pipe(
          WireCount,
          v.description(
            'Number of rows on all pages; null with a `q`, and with filters that more than 10,000 rows pass.',
          ),
        ),
      ),
    }),
  })
}
