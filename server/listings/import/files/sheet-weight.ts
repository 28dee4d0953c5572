import { isXlsx } from './sheet-reading.ts'

const BASE_BYTES = 80_000_000
/** Memory for each byte of the file, at most: texts that many cells share stay in memory while rows are read. */
const XLSX_FACTOR = 14
const CSV_FACTOR = 8

/** The memory in bytes that reading a file of listings takes. */
export function weighSheet(bytes: Uint8Array): number {
  return BASE_BYTES + bytes.length * (isXlsx(bytes) ? XLSX_FACTOR : CSV_FACTOR)
}
