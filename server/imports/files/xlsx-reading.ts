import { readSheet } from 'read-excel-file/node'
import { SheetRefusal } from './sheet-row.ts'
import { requireUnpackedSize } from './unpacked-size.ts'

const WORKBOOK = 'xl/workbook.xml'
const MINUTE_CHARS = '2026-07-04T18:30'.length

/**
 * All rows of the first sheet of an XLSX file as text. A formula is read as its stored result.
 * @throws SheetRefusal
 */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const names = requireUnpackedSize(bytes)
  if (!names.includes(WORKBOOK))
    throw new SheetRefusal('This archive is no XLSX file. Send a CSV or XLSX file.')
  const rows = await readSheet<string>(bytes, 1, { parseNumber: (text) => text }).catch(() => {
    // The library's errors have no class of their own, so every error is taken for a broken file.
    throw new SheetRefusal('The sheet cannot be read. Save the file again as XLSX or CSV.')
  })
  return rows.map((row) => row.map(toText))
}

/** Dates keep the digits that the sheet shows: they have no time zone. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, MINUTE_CHARS)
  return String(value).replaceAll('\0', '')
}
