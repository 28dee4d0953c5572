import { formatDateTime } from '#src/domain/dates.ts'
import type { ExportedListName, ListExport } from '#src/domain/export/list-export.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { type QueryField, readConditions } from '#src/domain/query/condition.ts'
import { sayCondition } from '#src/domain/query/condition-words.ts'
import { LISTING_FIELDS } from '#src/domain/query/listing-fields.ts'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import { MEMBER_FIELDS } from '#src/domain/query/member-fields.ts'
import { PAYMENT_FIELDS } from '#src/domain/query/payment-fields.ts'
import { EXPORT_HOURS } from '#src/domain/retention.ts'
import { displayName } from '#src/domain/text.ts'

const HOUR_MS = 3_600_000

const LISTS: Readonly<
  Record<ExportedListName, { label: string; say: (query: URLSearchParams) => string[] }>
> = {
  properties: { label: 'Properties', say: (query) => sayAll(query, LISTING_FIELDS) },
  users: { label: 'Users', say: (query) => sayAll(query, MEMBER_FIELDS) },
  loans: { label: 'Loan applications', say: (query) => sayAll(query, LOAN_FIELDS) },
  payments: { label: 'Payments', say: (query) => sayAll(query, PAYMENT_FIELDS) },
}

const ORDERS: ReadonlyMap<string, string> = new Map([
  ['name', 'by name'],
  ['-name', 'by name, from the end'],
  ['price', 'cheapest first'],
  ['-price', 'dearest first'],
  ['createdAt', 'oldest first'],
])

function sayAll<Row>(query: URLSearchParams, fields: readonly QueryField<Row>[]): string[] {
  return readConditions(query, fields).conditions.flatMap((condition) => {
    const field = fields.find(({ name }) => name === condition.name)
    return field ? [sayCondition(condition, field)] : []
  })
}

/** 'Properties, CSV' */
export function nameOfExport({ list, format }: ListExport): string {
  return `${LISTS[list].label}, ${format.toUpperCase()}`
}

/** 'City: Pune · search “lake” · by name', or 'All rows' */
export function sayExportQuery({ list, query }: ListExport): string {
  const given = new URLSearchParams(query)
  const words = given.get('q')?.trim()
  const order = ORDERS.get(given.get('sort') ?? '')
  const parts = [
    ...LISTS[list].say(given),
    ...(words ? [`search “${words}”`] : []),
    ...(order ? [order] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : 'All rows'
}

/** '12,400 of 7,48,211 rows', '12,400 rows so far', or that it waits */
export function sayProgress({ rows, total }: ListExport): string {
  if (rows === 0) return 'Waits for its turn'
  return total === null
    ? `${groupIndian(rows)} rows looked through`
    : `${groupIndian(rows)} of ${groupIndian(total)} rows`
}

/** '7,48,211 rows · 182 MB · Asha Rao · 14 Feb 26, 13:50 · deleted 15 Feb 26, 13:50' */
export function sayExportFacts({
  state,
  rows,
  bytes,
  isOwn,
  madeBy,
  createdAt,
}: ListExport): string {
  const parts = [
    ...(state === 'ready' ? [countNoun(rows, 'row')] : []),
    ...(state === 'ready' && bytes !== null ? [formatBytes(bytes)] : []),
    isOwn ? 'You' : displayName(madeBy),
    formatDateTime(createdAt),
  ]
  return parts.join(' · ')
}

/** 'Deleted on 15 Feb 26, 13:50' */
export function sayDeletion({ createdAt }: ListExport): string {
  return `Kept until ${formatDateTime(Date.parse(createdAt) + EXPORT_HOURS * HOUR_MS)}`
}
