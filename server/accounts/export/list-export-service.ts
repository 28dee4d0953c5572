// Exports a list with its filters, as a file that is written while it is sent. Only the part that is being written is in
// memory. The rows are those of the app's screen: the same language selects them, and the same columns show them.

import type { Context } from 'hono'
import * as v from 'valibot'
import {
  getRole,
  requireDetails,
  requireFilters,
  requireLiveSession,
  requireRole,
} from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppDeps, AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import {
  answerOf,
  bodyOf,
  type CallDescription,
  textOf,
} from '#server/platform/http/calls/call-description.ts'
import {
  type ListChoice,
  type PageRules,
  readListChoice,
} from '#server/platform/http/calls/page-request.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { deflateBlocks } from '#server/platform/http/files/deflated-blocks.ts'
import { streamBytes } from '#server/platform/http/files/text-stream.ts'
import { type ExportedListName, MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import {
  EXPORT_FORMATS,
  EXPORT_TYPES,
  type ExportFormat,
  type ListFile,
  writeTable,
} from '#src/domain/export/table-export.ts'
import { LONGEST_QUERY, writeConditions } from '#src/domain/query/condition.ts'
import { type FieldSet, may, type Permission, type StaffRole } from '#src/domain/team/permission.ts'
import { findWords } from '#src/domain/text.ts'
import { orderExport } from './export-job-service.ts'
import {
  LIST_EXPORT_EXAMPLE,
  type OrderedExportAnswer,
  OrderedExportSchema,
  toWireExport,
} from './export-job-wire.ts'

const MAX_DETAIL = 500 // characters of the filters in the audit log, which stays for ever

const ExportBodySchema = v.strictObject({
  format: v.picklist(EXPORT_FORMATS, 'The format must be csv or xlsx.'),
  query: v.pipe(
    v.string('The query must be text.'),
    v.maxLength(LONGEST_QUERY, 'The query is longer than 8 kB.'),
  ),
})

const WANTED = 'Say the format, and the query or an empty text.'

/** The call that exports a list; the same for each. */
export const LIST_EXPORT_CALL = {
  isWrite: true,
  caller: 'operator',
  notes:
    'The file of up to 50,000 rows is written while it is sent; a larger one is made by a job, and `GET /admin/exports` has it. Columns with personal data are left out for roles that do not see them. Each export is in the audit log with its filters.',
  body: bodyOf(
    ExportBodySchema,
    { query: 'The filters as in the address of the list, with `q` for words; empty for all rows.' },
    { format: 'csv', query: 'city=Pune&price=..5000000' },
  ),
  answer: {
    description: 'The file; an XLSX file has another type. JSON if a job makes it.',
    content: {
      ...textOf('', 'text/csv').content,
      ...answerOf('', OrderedExportSchema, { success: true, data: LIST_EXPORT_EXAMPLE }).content,
    },
  },
  refusals: ['confirm-identity', 'bad-filter', 'bad-query', 'bad-sort', 'too-many-exports'],
} satisfies Partial<CallDescription>

export interface ExportedList<Row> {
  name: ExportedListName
  table: ListFile<Row>
  rules: PageRules
  /** To see the list. */
  permission: Permission
  /** To see the details of its rows; null for a list without. */
  details: Permission | null
  /** To search the list, and to filter it by details; null if all may. */
  search: Permission | null
  textsOf(row: Row): readonly (string | null | undefined)[]
  /** How many rows the choice has but for its search; null for more than `MOST_ROWS_AT_ONCE`, which are not counted. */
  count(choice: ListChoice, now: Date): Promise<number | null>
  /** The rows of the choice but for its search, in parts. */
  readRows(
    choice: ListChoice,
    reading: { now: Date; fields: FieldSet },
  ): AsyncGenerator<readonly Row[], void, void>
}

/**
 * Appends an audit entry, and starts the file or, for a large list, its job. @throws ServerError 400, 403, 409 for too many
 * jobs
 */
export async function sendListExport<Row>(
  c: Context<AppEnv>,
  deps: RouteDeps,
  list: ExportedList<Row>,
): Promise<Response> {
  const { format, query } = parseBody(await readBody(c), ExportBodySchema, WANTED)
  const address = new URLSearchParams(query)
  const role = getRole(c)
  const names = [...address.keys()]
  if (list.search) requireFilters(role, names, list.search, list.rules.fields)
  if (list.details) requireDetails(role, names, list.details, list.rules.fields)
  const { userId, deviceLabel } = c.get('session')
  const choice = readListChoice(address, list.rules, userId)
  const now = deps.clock()
  const detail = `${list.table.name}, ${format}: ${sayChoice(choice)}`.slice(0, MAX_DETAIL)
  const fields = fieldsOf(role, list)
  const total = await list.count(choice, now)
  const isLarge = total === null || total > MOST_ROWS_AT_ONCE
  const ordered = await forCall(c, deps).write(async (trx) => {
    await appendAccountAuditEntry(trx, 'list-export', {
      accountId: userId,
      deviceLabel,
      now,
      detail,
    })
    if (!isLarge) return null
    const order = { user_id: userId, device_label: deviceLabel, list: list.name, format, query }
    return orderExport(trx, { ...order, sees_details: fields === 'all' ? 1 : 0, total }, now)
  })
  if (ordered) {
    const answer: OrderedExportAnswer = { success: true, data: toWireExport(ordered, userId) }
    return c.json(answer)
  }
  const rows = readFound(c, deps, list, { choice, now, fields })
  const seesDetails = fields === 'all'
  const file = writeTable(list.table, { format, seesDetails, rows, now, deflate: deflateBlocks })
  const name = nameExportFile(list.table, format, now.toISOString())
  return c.body(await streamBytes(reported(deps, file)), 200, {
    'Content-Type': EXPORT_TYPES[format],
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

/** 'loan-applications-2026-02-14.csv' */
export function nameExportFile(
  { name }: Pick<ListFile<never>, 'name'>,
  format: ExportFormat,
  at: string,
): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}-${at.slice(0, 'yyyy-mm-dd'.length)}.${format}`
}

/** Without the words of the search, which may be of a person: the log stays when the person is erased. */
function sayChoice({ conditions, q }: ListChoice): string {
  const filters = writeConditions(conditions).toString() || 'all'
  return q.trim() === '' ? filters : `${filters}, with a search`
}

function fieldsOf<Row>(role: StaffRole, { details }: ExportedList<Row>): FieldSet {
  return details === null || may(role, details) ? 'all' : 'names'
}

/** Stops before the next part once the client is gone, the session has ended, or the role sees less than before. */
async function* readFound<Row>(
  c: Context<AppEnv>,
  deps: RouteDeps,
  list: ExportedList<Row>,
  reading: { choice: ListChoice; now: Date; fields: FieldSet },
): AsyncGenerator<readonly Row[], void, void> {
  const { choice, now, fields } = reading
  for await (const rows of list.readRows(choice, { now, fields })) {
    c.req.raw.signal.throwIfAborted()
    // The confirmation is for the start alone: over a slow line, the download may take longer than its ten minutes.
    const { staffRole } = await requireLiveSession(c, deps)
    if (staffRole === null) throw new Error('a session of staff has become one of a member')
    requireRole(staffRole, list.permission)
    if (fields === 'all' && list.details) requireRole(staffRole, list.details)
    yield findWords(rows, choice.q, list.textsOf)
  }
}

/** Logs an error and aborts the response, because its status has been sent already. */
async function* reported(
  { log }: Pick<AppDeps, 'log'>,
  chunks: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* chunks
  } catch (error) {
    log.warn({ err: error }, 'an export of a list was cut off')
    throw error
  }
}
