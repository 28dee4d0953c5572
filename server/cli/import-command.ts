import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import * as v from 'valibot'
import { readWholeSheet } from '#server/listings/import/files/whole-sheet-service.ts'
import { checkSheet } from '#server/listings/import/import-check-service.ts'
import { getImport, receiveFile, startImport } from '#server/listings/import/import-file-service.ts'
import { listRows, writeRefused } from '#server/listings/import/import-rows-service.ts'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import {
  type NamedSheet,
  nameSheet,
  SheetQuestion,
} from '#server/listings/import/import-sheet-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { listFailedJobs } from '#server/platform/jobs/failed-job-service.ts'
import { runDueJobs } from '#server/platform/jobs/job-runner-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { BusinessSchema } from '#src/domain/api-key.ts'
import {
  type ColumnQuestions,
  guessColumns,
  HEAD_ROWS,
  sayQuestion,
} from '#src/domain/import/column-guess.ts'
import {
  doneRowsOf,
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportCheck,
  type ImportField,
  type ImportMapping,
  sayRowError,
} from '#src/domain/import/import-file.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { makeProgressLine } from './progress-line.ts'
import { makeWritingCommand, type WriteOptions } from './writing-command.ts'

const POLL_MS = 500 // how often to check the progress if a running server imports the file

interface ImportOptions extends WriteOptions {
  email: string
  business: string
  phone?: string
  column: string[]
  namesRow?: number
  refused?: string
}

type Data = Awaited<ReturnType<typeof openDataUnlocked>>['db']

export function importCommand(): Command {
  return makeWritingCommand('import')
    .description(
      'Imports the listings of a business from a CSV or XLSX file; a server may be running',
    )
    .argument('<file>', 'the file; its first row has the names of the columns')
    .requiredOption('--email <address>', 'the e-mail address of the business')
    .requiredOption('--business <name>', 'its name, for a new account')
    .option('--phone <number>', 'its phone number, for a new account')
    .option(
      '--column <field=name>',
      `which column is which field, where a guess is wrong: ${IMPORT_FIELDS.join(', ')}`,
      (one: string, others: string[]) => [...others, one],
      [],
    )
    .option('--names-row <number>', 'the row with the names of the columns', readRow)
    .option('--refused <file>', 'where to write the refused rows, as CSV')
    .action(importFile)
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const business = readBusiness(options)
  const bytes = readFile(path)
  const { chunks, facts } = await readWholeSheet(bytes)
  const head = chunks.flat().slice(0, HEAD_ROWS)
  const sheet = nameColumns(head, facts, options.namesRow)
  const sample = listRows(head, sheet.namesRow).map(({ cells }) => cells)
  const mapping = readMapping(sheet, { chosen: options.column, sample })
  if (options.dryRun)
    return sayCheck(await checkSheet(() => chunks, { ...sheet, mapping }, new Date()))
  const { db, close } = await openDataUnlocked(readSettings(process.env))
  const write = makeWrite(db)
  const by = { userId: null, deviceLabel: 'Command line', now: new Date() }
  try {
    const id = await receiveFile(
      { write, writeAsServer: write },
      { fileName: basename(path), by },
      async () => bytes,
    )
    const order = { mapping, namesRow: sheet.namesRow, business }
    await write((trx) => startImport(trx, id, order, by))
    await finish(db, id)
    if (options.refused) await writeRows(db, id, options.refused)
  } catch (error) {
    // The message of a refusal is written for people, so print the message alone, without a stack.
    throw error instanceof ServerError ? new SetupError(error.message) : error
  } finally {
    await close()
  }
}

/** Imports the file in this process, or waits until a running server has imported it. */
async function finish(db: Data, id: string): Promise<void> {
  const report = makeProgressLine()
  let file = await getImport(db, id)
  const onRows = (done: number, all: number) => report('rows', done, all)
  const deps = {
    db,
    write: makeWrite(db),
    clock: () => new Date(),
    log: makeLog('error'),
    metrics: makeMetrics(),
  }
  while (file.state !== 'done') {
    await orLater(runDueJobs(deps, makeImportKind({ ...deps, onRows })))
    file = await getImport(db, id)
    onRows(doneRowsOf(file), file.row_count)
    if (file.state === 'done') break
    await requireNoFailure(db, id)
    await wait(POLL_MS)
  }
  const results = ['created', 'updated', 'unchanged', 'refused'] as const
  say(`${results.map((one) => `${groupIndian(file[one])} ${one}`).join(', ')}.`)
}

/** A running server tries the import again; this command does not wait for that. @throws SetupError */
async function requireNoFailure(db: Data, id: string): Promise<void> {
  const failed = (await listFailedJobs(db)).find(({ key }) => key === id)
  if (failed?.outcome)
    throw new SetupError(`The import stopped: ${failed.outcome} A running server tries it again.`)
}

/** Ignores the error of a busy database, because `finish` tries again. A server's write may outlast SQLite's timeout. */
async function orLater(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (findDatabaseTrouble(error) !== 'busy') throw error
  }
}

function sayCheck({ sheet, rows, accepted, refused, notes, examples, errors }: ImportCheck): void {
  say(
    sheet === null
      ? 'As they would be stored:'
      : `As they would be stored, from the sheet “${sheet}”:`,
  )
  for (const { column, field, values } of examples)
    if (field !== null) say(`  ${column} → ${field}: ${values.join(' · ') || 'no value'}`)
  for (const error of errors) say(sayRowError(error))
  for (const note of notes) say(note)
  say(
    `${groupIndian(accepted)} of ${countNoun(rows, 'row')} would be imported, and ${groupIndian(refused)} refused.`,
  )
}

async function writeRows(db: Data, id: string, path: string): Promise<void> {
  const parts: string[] = []
  for await (const part of writeRefused(db, await getImport(db, id))) parts.push(...part)
  writeFileSync(path, parts.join(''))
  say(`The refused rows are in ${path}.`)
}

function sayMapping(
  columns: readonly string[],
  mapping: ImportMapping,
  { questions, sample }: { questions: ColumnQuestions; sample: readonly (readonly string[])[] },
): void {
  for (const field of IMPORT_FIELDS) {
    const column = mapping[field]
    const question = questions[field]
    const asked = question ? `no column. ${sayQuestion(question, sample)}` : 'no column'
    const name = column === undefined ? asked : columns[column]
    say(`${IMPORT_LABELS[field].padEnd(22)}${name}`)
  }
}

/** @throws SetupError if the row with the names has to be chosen */
function nameColumns(head: readonly SheetRow[], facts: SheetFacts, chosen?: number): NamedSheet {
  try {
    return nameSheet(head, facts, chosen)
  } catch (error) {
    if (!(error instanceof SheetQuestion)) throw error
    throw new SetupError(`${error.message} Say it with --names-row <number>.`)
  }
}

/** Guesses which column has which field, and applies corrections of the form `field=name of the column`. */
function readMapping(
  { columns, facts: { hiddenColumns } }: NamedSheet,
  { chosen, sample }: { chosen: readonly string[]; sample: readonly (readonly string[])[] },
): ImportMapping {
  const guess = guessColumns(columns, hiddenColumns)
  const mapping: Partial<Record<ImportField, number>> = { ...guess.mapping }
  for (const one of chosen) {
    const [name = '', ...rest] = one.split('=')
    const field = IMPORT_FIELDS.find((known) => known === name)
    if (!field) throw new SetupError(`There is no field ${name}: take ${IMPORT_FIELDS.join(', ')}.`)
    const column = columns.indexOf(rest.join('='))
    if (column < 0) throw new SetupError(`The file has no column ${rest.join('=')}.`)
    mapping[field] = column
  }
  sayMapping(columns, mapping, { questions: guess.questions, sample })
  if (mapping.reference === undefined)
    throw new SetupError(
      `Say which column has the reference: --column reference=<name>. The columns: ${columns.join(', ')}.`,
    )
  return mapping
}

function readRow(text: string): number {
  const row = Number(text)
  if (!Number.isInteger(row) || row < 1) throw new SetupError(`${text} is no row of a sheet.`)
  return row
}

function readBusiness({ email, business, phone }: ImportOptions) {
  const wanted = { email, fullName: business, phoneNumber: phone ?? null }
  const read = v.safeParse(BusinessSchema, wanted)
  if (!read.success) throw new SetupError(read.issues[0].message)
  return read.output
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new SetupError(`The file ${path} cannot be read.`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
