// Writes CSV (RFC 4180). A spreadsheet program may run a cell as a formula if it starts with certain
// characters (OWASP, CSV injection). An apostrophe before them makes the program show the cell as text. Numbers, phone
// numbers and ids with a sign need none: no function, reference to a file or command is made of their characters alone.

/** Full-width signs begin a formula too, in the East Asian versions of programs. */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const HELD_FORMULA = /^'+\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const SIGNED = /^[+-](?:[\d\s().,/-]*|[\p{L}\d_-]+)$/u
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

/** One row with its line end. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/** Removes the apostrophe that `writeCsvRow` added, when a downloaded file is uploaded again. */
export function readPlain(cell: string): string {
  return HELD_FORMULA.test(cell) ? cell.slice(1) : cell
}

/** The text of a cell that is no formula in its format, so that `readPlain` leaves it as it is. */
export function writePlain(cell: string): string {
  return HELD_FORMULA.test(cell) ? `'${cell}` : cell
}

function writeCell(cell: string): string {
  // A text that has such an apostrophe itself gets another one, so that reading takes away only ours.
  const isHeld = HELD_FORMULA.test(cell) || (FORMULA.test(cell) && !SIGNED.test(cell))
  const plain = isHeld ? `'${cell}` : cell
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
