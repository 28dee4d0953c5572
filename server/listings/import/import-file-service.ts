// Files of listings. An owner of the panel uploads and checks a file, and starts its import, which runs
// in the background (import-run-service.ts).

import type { Kysely } from 'kysely'
import { findOrMakeBusiness } from '#server/accounts/registration/business-account-service.ts'
import type { CallDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { ImportRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import { FileRefusal, parseParts } from '#server/platform/parsing/parsing-service.ts'
import type { Business } from '#src/domain/api-key.ts'
import { HEAD_ROWS } from '#src/domain/import/column-guess.ts'
import type { ImportMapping } from '#src/domain/import/import-file.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import { countNoun } from '#src/domain/money.ts'
import { IMPORT_DAYS } from '#src/domain/retention.ts'
import { SHEET_JOB } from './files/sheet-job.ts'
import { SheetRefusal } from './files/sheet-row.ts'
import {
  countOpenImports,
  findImport,
  insertChunk,
  insertImport,
  type ListedImport,
  removeImport,
  removeImportsBefore,
  setImport,
} from './import-file-repository.ts'
import {
  countHeadRows,
  type NamedSheet,
  nameSheet,
  nameStoredSheet,
  readHead,
} from './import-sheet-service.ts'

const MOST_OPEN = 5 // files that are not imported yet, each up to 20 MB
const COMMAND_LINE = 'command line' // takes its turns like a person
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The person who uploads a file or starts its import, the device and the time. Null `userId`: the command line. */
export interface ImportActor {
  userId: string | null
  deviceLabel: string
  now: Date
}

/**
 * Stores the rows of a file and returns the file's id. The file counts as open before its bytes are read,
 * so that simultaneous uploads cannot exceed `MOST_OPEN`.
 * @throws ServerError 400 for a file that cannot be read, 409 when too many files are open
 */
export async function receiveFile(
  { write, writeAsServer }: Pick<CallDeps, 'write' | 'writeAsServer'>,
  { fileName, by }: { fileName: string; by: ImportActor },
  readBytes: () => Promise<Buffer>,
): Promise<string> {
  const row = makeRow(fileName, by)
  await write(async (trx) => {
    await forgetOldImports(trx, by.now)
    if ((await countOpenImports(trx)) >= MOST_OPEN) throw tooManyImports()
    await insertImport(trx, row)
  })
  try {
    await storeRows(write, row, await readBytes())
  } catch (error) {
    await writeAsServer((trx) => removeImport(trx, row.id))
    throw error instanceof FileRefusal ? new ServerError(400, 'bad-file', error.message) : error
  }
  return row.id
}

/** @throws ServerError 404 */
export async function getImport(db: Kysely<Tables>, id: string): Promise<ListedImport> {
  const found = await findImport(db, id)
  if (!found) throw new ServerError(404, 'not-found', 'This file is not here any more.')
  return found
}

/** The name of a file; null if it was deleted. */
export async function nameImport(db: Kysely<Tables>, id: string): Promise<string | null> {
  return (await findImport(db, id))?.file_name ?? null
}

/**
 * Starts the import of a file for a business. @throws ServerError 400 for a mapping that does not
 * fit, 404, 409 when it was started before
 */
export async function startImport(
  trx: Kysely<Tables>,
  id: string,
  {
    mapping,
    namesRow,
    business,
  }: { mapping: ImportMapping; namesRow?: number | undefined; business: Business },
  by: ImportActor,
): Promise<void> {
  const file = await getImport(trx, id)
  const sheet = await nameStoredSheet(trx, file, namesRow)
  requireMapping(sheet, mapping)
  const { id: ownerId } = await findOrMakeBusiness(trx, business, by.now)
  const rows =
    sheet.namesRow === file.names_row
      ? file.row_count
      : sheet.facts.rows - countHeadRows(await readHead(trx, id), sheet.namesRow)
  const change = {
    state: 'running',
    mapping: JSON.stringify(mapping),
    owner_id: ownerId,
    created_by: by.userId,
    device_label: by.deviceLabel,
    columns: JSON.stringify(sheet.columns),
    names_row: sheet.namesRow,
    row_count: rows,
  } as const
  if (!(await setImport(trx, { id, state: 'ready' }, change))) throw startedBefore()
  await addJobs(trx, 'imports', [{ lane: ownerId, key: id }], by.now)
  await appendAuditEntry(trx, {
    at: by.now.toISOString(),
    actor_id: by.userId ?? ownerId,
    device_label: by.deviceLabel,
    action: 'import',
    entity: 'account',
    entity_id: ownerId,
    from_value: null,
    to_value: countNoun(rows, 'row'),
    idempotency_key: null,
  })
}

/** Deletes a file that is not being imported. @throws ServerError 404, 409 */
export async function discardImport(trx: Kysely<Tables>, id: string): Promise<void> {
  await getImport(trx, id)
  if (!(await removeImport(trx, id)))
    throw new ServerError(409, 'wrong-state', 'This file is being imported. Wait for its end.')
}

/** @throws ServerError 400 unless the mapping has a column for `reference`, and only columns of the file */
export function requireMapping({ columns }: Pick<NamedSheet, 'columns'>, mapping: ImportMapping) {
  if (mapping.reference === undefined)
    throw badMapping('Choose which of the columns has the reference.')
  if (Object.values(mapping).some((column) => column >= columns.length))
    throw badMapping('Choose columns that the file has.')
}

export function readMapping({ mapping }: Pick<ImportRow, 'mapping'>): ImportMapping {
  // The cast is safe: `startImport` wrote the column.
  return mapping === null ? {} : (JSON.parse(mapping) as ImportMapping)
}

/** Deletes files after their retention period, and files whose upload was not completed within an hour. */
export async function forgetOldImports(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await removeImportsBefore(db, ['reading'], before(HOUR_MS))
  await removeImportsBefore(db, ['ready', 'done'], before(IMPORT_DAYS * DAY_MS))
}

async function storeRows(
  write: Write,
  { id, created_by: userId }: ImportRow,
  bytes: Buffer,
): Promise<void> {
  let position = 0
  let facts: SheetFacts | undefined
  const head: SheetRow[] = []
  for await (const part of parseParts(SHEET_JOB, bytes, { person: userId ?? COMMAND_LINE })) {
    if ('facts' in part) {
      facts = part.facts
      continue
    }
    head.push(...part.rows.slice(0, HEAD_ROWS - head.length))
    const cells = JSON.stringify(part.rows)
    const chunk = { import_id: id, position, cells, refused: null }
    await write((trx) => insertChunk(trx, chunk))
    position += 1
  }
  if (!facts) throw new SheetRefusal('The file ends too early. Send it again.')
  const { row, isSure } = facts.namesRow
  const { columns } = nameSheet(head, facts, row)
  const change = {
    state: 'ready',
    columns: JSON.stringify(columns),
    names_row: isSure ? row : null,
    facts: JSON.stringify(facts),
    row_count: facts.rows - countHeadRows(head, row),
  } as const
  if (!(await write((trx) => setImport(trx, { id, state: 'reading' }, change))))
    throw new ServerError(404, 'not-found', 'The file took too long. Send it again.')
}

function makeRow(fileName: string, { userId, deviceLabel, now }: ImportActor): ImportRow {
  return {
    id: makeRecordId(now),
    file_name: fileName,
    state: 'reading',
    columns: '[]',
    mapping: null,
    owner_id: null,
    created_by: userId,
    device_label: deviceLabel,
    created_at: now.toISOString(),
    finished_at: null,
    row_count: 0,
    next_chunk: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    names_row: null,
    facts: '',
  }
}

function badMapping(sentence: string): ServerError {
  return new ServerError(400, 'invalid-input', sentence, { fields: { mapping: sentence } })
}

function tooManyImports(): ServerError {
  const sentence = `There are ${MOST_OPEN} files that are not imported yet. Import or discard one first.`
  return new ServerError(409, 'too-many-imports', sentence)
}

function startedBefore(): ServerError {
  return new ServerError(409, 'wrong-state', 'The import of this file was started already.')
}
