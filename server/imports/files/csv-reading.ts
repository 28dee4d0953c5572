import { CsvError, parse } from 'csv-parse/sync'
import { readPlain } from './csv-writing.ts'
import { MAX_ROWS } from './sheet-limits.ts'
import { SheetRefusal } from './sheet-row.ts'

const MAX_RECORD_CHARS = 1_000_000 // an unclosed quote would turn the rest of the file into one cell

/** The rows of a CSV file (RFC 4180) with commas or semicolons, empty rows included. @throws SheetRefusal */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decode(bytes)
  try {
    const rows: string[][] = parse(text, {
      delimiter: findDelimiter(text),
      relax_column_count: true,
      max_record_size: MAX_RECORD_CHARS,
      to: MAX_ROWS + 2, // the column names, and one row more than allowed
    })
    return rows.map((cells) => cells.map(readPlain))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SheetRefusal(
      `Row ${Number(error['records'] ?? 0) + 1} has a quote that does not close.`,
    )
  }
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes) // strips the BOM
    if (!text.includes('\0')) return text
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new SheetRefusal('This is no text in UTF-8. Save the file as "CSV UTF-8" or as XLSX.')
}

/** Returns the delimiter that is more frequent in the first row, outside of quotes. */
function findDelimiter(text: string): ',' | ';' {
  const names = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => names.split(mark).length
  return count(';') > count(',') ? ';' : ','
}
