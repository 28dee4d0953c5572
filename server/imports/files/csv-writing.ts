// Writes CSV (RFC 4180) that a spreadsheet program shows as text. By its first character, such a
// program may take a cell for a formula and run it (OWASP, CSV injection).

const FORMULA = /^[=+\-@\t\r]/
const PLAIN_FORMULA = /^'(?=[=+\-@\t\r])/
const NEEDS_QUOTES = /[",;\r\n]/

/** One row with its line end. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/** Removes the apostrophe that `writeCsvRow` added, when a downloaded file is uploaded again. */
export function readPlain(cell: string): string {
  return cell.replace(PLAIN_FORMULA, '')
}

function writeCell(cell: string): string {
  const plain = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
