import { MAX_COLUMNS } from '#src/domain/import/import-request.ts'
import { columnIndex, columnLetters } from '#src/domain/import/sheet-content.ts'
import { MAX_MERGES } from './sheet-limits.ts'
import { type RawFacts, type RawRow, type RawSheet, SheetRefusal } from './sheet-row.ts'
import { damaged, openArchive } from './xlsx-archive.ts'
import { readXmlCell, type XmlCell } from './xlsx-cells.ts'
import { isTrue, makeTextCollector, readWorkbook, type Workbook } from './xlsx-workbook.ts'
import { readXml, type XmlHandler } from './xml-reading.ts'

/**
 * The first visible sheet of an XLSX file. Its rows are read one after the other; rows that the file leaves out cost
 * nothing. @throws SheetRefusal
 */
export async function readXlsx(
  bytes: Buffer,
  requireMemory: (bytes: number) => void,
): Promise<RawSheet> {
  const archive = await openArchive(bytes)
  const workbook = await readWorkbook(archive, requireMemory)
  const { sheet, otherSheets } = workbook
  const facts: RawFacts = { sheet: sheet.name, otherSheets, hiddenColumns: new Set(), merges: [] }
  return { facts, rows: readRows() }

  async function* readRows(): AsyncGenerator<RawRow, void, void> {
    const found: RawRow[] = []
    const handler = makeSheetHandler(workbook, facts, (row) => found.push(row))
    for await (const _ of readXml(archive.read(sheet.part), handler)) yield* found.splice(0)
  }
}

/** Collects the parts of a sheet (ECMA-376, 18.3). */
function makeSheetHandler(
  workbook: Workbook,
  facts: RawFacts,
  onRow: (row: RawRow) => void,
): XmlHandler {
  const inline = makeTextCollector()
  let row: RawRow = { row: 0, cells: [], flaws: [], isHidden: false }
  let cell: XmlCell | null = null
  let column = -1
  let element = ''
  return {
    open(name, attributes) {
      element = name
      if (name === 'col') noteHidden(facts, attributes)
      if (name === 'mergeCell') noteMerge(facts, attributes['ref'])
      if (name === 'row') {
        row = openRow(attributes, row.row)
        column = -1
      }
      if (name === 'c') {
        column = findColumn(attributes['r']) ?? column + 1
        cell = openCell(attributes)
        inline.begin()
      }
      if (name === 'f' && cell) cell.formula = ''
      if (name === 'v' && cell) cell.value = ''
      inline.open(name)
    },
    text(text) {
      if (element === 'v' && cell) cell.value = `${cell.value}${text}`
      if (element === 'f' && cell) cell.formula = `${cell.formula}${text}`
      inline.add(text)
    },
    close(name) {
      inline.close(name)
      element = ''
      if (name === 'c' && cell) {
        addCell(row, column, readXmlCell({ ...cell, inline: inline.end() }, workbook))
        cell = null
      }
      if (name === 'row') onRow(row)
    },
  }
}

/** Rows without a number follow each other. Rows are in order, so that no cell can be given twice. */
function openRow(attributes: Readonly<Record<string, string>>, last: number): RawRow {
  const row = attributes['r'] === undefined ? last + 1 : Number(attributes['r'])
  if (!Number.isInteger(row) || row <= last) throw damaged()
  return { row, cells: [], flaws: [], isHidden: isTrue(attributes['hidden']) }
}

function openCell({ t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): XmlCell {
  return { type, style: Number(style), value: null, inline: '', formula: null }
}

/** Of the cells far to the right, the first is kept behind the last column that can have a name. */
function addCell(row: RawRow, column: number, { text, error }: ReturnType<typeof readXmlCell>) {
  if (text === '') return
  if (row.cells.length > MAX_COLUMNS) return
  if (column < row.cells.length) throw damaged()
  while (row.cells.length < Math.min(column, MAX_COLUMNS)) row.cells.push('')
  if (column >= MAX_COLUMNS) row.flaws.push({ column: null, error: sayFarCell(column) })
  row.cells.push(text)
  if (error) row.flaws.push({ column, error })
}

function sayFarCell(column: number): string {
  return `This row has text in column ${columnLetters(column)}. Only the first ${MAX_COLUMNS} columns can have names.`
}

/** 0 of 'A7'; undefined without a place. */
function findColumn(place: string | undefined): number | undefined {
  if (place === undefined) return undefined
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(place) ?? []
  if (!letters) throw damaged()
  return columnIndex(letters)
}

/** Columns are hidden in ranges, counted from 1. Only the columns that may have names matter. */
function noteHidden(facts: RawFacts, attributes: Readonly<Record<string, string>>): void {
  if (!isTrue(attributes['hidden'])) return
  const last = Math.min(Number(attributes['max']), MAX_COLUMNS)
  for (let column = Number(attributes['min']); column <= last; column += 1)
    facts.hiddenColumns.add(column - 1)
}

function noteMerge({ merges }: RawFacts, name = ''): void {
  if (merges.length >= MAX_MERGES)
    throw new SheetRefusal(
      `The sheet has more than ${MAX_MERGES.toLocaleString('en-IN')} merged cells. Unmerge them.`,
    )
  merges.push(name)
}
