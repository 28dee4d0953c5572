// Exports everything that the server stores about one person, as a ZIP archive of JSON files that
// is created while it is sent. The rows are read in small steps without a transaction, so that a
// slow download does not block writes.

import { isProvisional } from '#server/accounts/registration/registration-status-service.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { readChunks } from '#server/platform/database/table-chunks.ts'
import { deflateBlocks } from '#server/platform/http/files/deflated-blocks.ts'
import { streamBytes } from '#server/platform/http/files/text-stream.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countPersonTry } from '#server/platform/limits/limit-service.ts'
import type {
  ExportedColumn,
  ExportedTable,
  ExportReader,
  PersonalParts,
} from '#server/platform/personal-tables/personal-table.ts'
import { type ZippedFile, zip } from '#src/domain/export/zip-stream.ts'

type ExportDeps = Pick<AppDeps, 'db' | 'write' | 'clock' | 'appSecret' | 'log' | 'parts'> &
  Pick<ExportReader, 'pans'>

type Row = Record<string, unknown>

interface ExportOrder {
  session: Session
  /** The caller's network (server/platform/http/client-address.ts). */
  network: string
  /** Throws once the session has ended. */
  requireSession(): Promise<unknown>
}

/**
 * Counts an export towards the limit, appends an audit entry and starts the archive, which breaks off before its next
 * part once the session has ended. @throws ServerError 403 for an unverified account, 429
 */
export async function startExport(
  deps: ExportDeps,
  { session: { userId, deviceLabel }, network, requireSession }: ExportOrder,
): Promise<ReadableStream<Uint8Array>> {
  const { write, clock } = deps
  const now = clock()
  await countPersonTry(deps, 'export', { userId, network, now })
  await write(async (trx) => {
    if (await isProvisional(trx, userId)) throw notVerified()
    await appendAccountAuditEntry(trx, 'export', { accountId: userId, deviceLabel, now })
  })
  const files = listFiles(deps, { userId, requireSession }, now)
  return streamBytes(reported(deps, zip(files, { now, deflate: deflateBlocks })))
}

/** Unverified accounts get no export: they are deleted within a day, but the export's audit entry would keep the id. */
function notVerified(): ServerError {
  const sentence = 'Verify your e-mail address first. Then download your data.'
  return new ServerError(403, 'not-verified', sentence)
}

/** Logs an error and aborts the response, because its status has been sent already. */
async function* reported(
  { log }: ExportDeps,
  chunks: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* chunks
  } catch (error) {
    log.error({ err: error }, 'an export of personal data was cut off')
    throw error
  }
}

type Reading = { userId: string } & Pick<ExportOrder, 'requireSession'>

function* listFiles(deps: ExportDeps, reading: Reading, now: Date): Generator<ZippedFile> {
  yield { name: 'README.txt', parts: [writeReadme(now, deps.parts)] }
  for (const [table, exported] of listExported(deps.parts))
    yield { name: exported.file, parts: writeRows(deps, table, exported, reading) }
}

/** The tables in the export. */
function listExported({ tables }: PersonalParts): [keyof Tables, ExportedTable<Row>][] {
  // The cast is safe: the rows of a table are read with the columns of the same table.
  const all = Object.entries(tables) as [keyof Tables, ExportedTable<Row>][]
  return all.filter(([, exported]) => !('leftOut' in exported))
}

async function* writeRows(
  { db, pans }: ExportDeps,
  table: keyof Tables,
  { key, isOf, columns }: ExportedTable<Row>,
  { userId, requireSession }: Reading,
): AsyncGenerator<string, void, void> {
  yield '['
  let separator = '\n'
  for await (const rows of readChunks(db, { table, key, where: isOf(userId) })) {
    await requireSession()
    const texts = rows.map((row) =>
      JSON.stringify(toExported(row, columns, { userId, pans }), null, 2),
    )
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

function toExported(
  row: Row,
  columns: Readonly<Record<string, ExportedColumn<Row>>>,
  reader: ExportReader,
): Row {
  const fields = Object.entries(columns).flatMap(([column, exported]): [string, unknown][] => {
    if (typeof exported === 'string') return [[exported, row[column]]]
    if ('leftOut' in exported) return []
    return [[exported.name, exported.read(row, reader)]]
  })
  return Object.fromEntries(fields)
}

function writeReadme(now: Date, parts: PersonalParts): string {
  const files = listExported(parts).map(([, { file, says }]) => `${file}\n  ${says}`)
  return `${[
    `Your personal data, as the server held it on ${now.toISOString()}.`,
    'Each file is JSON: a list of records, empty if there are none. Open it with any text editor. Times are ISO 8601 in UTC. Amounts whose names end in Paise are whole paise; 100 paise are one rupee. Other people are named by ids only.',
    files.join('\n\n'),
    'Left out are passwords, codes and tokens, which are stored only as hashes or encrypted, and copies and sums of the records above. Words that people of the team may have written to each other about you are left out too, because they name other people: ask the grievance officer what they say.',
  ].join('\n\n')}\n`
}
