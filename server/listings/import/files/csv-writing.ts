// Writes CSV (RFC 4180). A spreadsheet program may run a cell as a formula if it starts with certain
// characters (OWASP, CSV injection). An apostrophe before them makes the program show the cell as text.

const FORMULA = /^[=+\-@\t\r]/
const PLAIN_FORMULA = /^'(?=[=+\-@\t\r])/
const NEEDS_QUOTES = /[",;\t\r\n]/

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
