// Splits CSV (RFC 4180) into records as spreadsheet programs do: each of CRLF, LF and CR ends a record, and a quote
// inside a cell that does not begin with one is text. Parsers in packages either stop the whole file at such a quote,
// or go on without saying which record they guessed. Here a record with a doubtful quote is named, so that only this
// one is refused.

export interface CsvRecord {
  cells: string[]
  /** The first cell whose quotes leave open where it ends; null if there is none. */
  doubtful: number | null
  /** Whether that cell may end in another record. Then this one is the last. */
  isOpen: boolean
}

const QUOTE = '"'

const CELL_END = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g }
export type Delimiter = keyof typeof CELL_END

export function* splitRecords(
  text: string,
  delimiter: Delimiter,
): Generator<CsvRecord, void, void> {
  let at = 0
  while (at < text.length) {
    const record: CsvRecord = { cells: [], doubtful: null, isOpen: false }
    at = readRecord(record, { text, at, delimiter })
    yield record
    if (record.isOpen) return
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
}

/** Returns the place of the line end behind the record. */
function readRecord(
  record: CsvRecord,
  { text, at, delimiter }: { text: string; at: number; delimiter: Delimiter },
): number {
  let start = at
  for (;;) {
    const cell = readCell(text, start, CELL_END[delimiter])
    if (cell.isDoubtful) record.doubtful ??= record.cells.length
    record.isOpen ||= cell.isOpen
    record.cells.push(cell.text)
    if (cell.isOpen || text[cell.end] !== delimiter) return cell.end
    start = cell.end + 1
  }
}

interface Cell {
  text: string
  /** The place of the delimiter or line end behind the cell. */
  end: number
  isDoubtful: boolean
  isOpen: boolean
}

function readCell(text: string, start: number, cellEnd: RegExp): Cell {
  if (text[start] !== QUOTE) {
    const end = findEnd(text, start, cellEnd)
    const plain = text.slice(start, end)
    // ' "a, b"': nobody knows whether the quote belongs to the text.
    return { text: plain, end, isDoubtful: plain.trimStart().startsWith(QUOTE), isOpen: false }
  }
  const close = findClosingQuote(text, start + 1)
  if (close < 0)
    return { text: text.slice(start), end: text.length, isDoubtful: true, isOpen: true }
  const end = findEnd(text, close + 1, cellEnd)
  const quoted = text.slice(start + 1, close)
  // Text behind the closing quote: the quote may be one that was not doubled. In a cell of several lines, nobody knows
  // which lines belong to it.
  const isDoubtful = end !== close + 1
  return {
    text: isDoubtful ? text.slice(start, end) : quoted.replaceAll('""', QUOTE),
    end,
    isDoubtful,
    isOpen: isDoubtful && /[\r\n]/.test(quoted),
  }
}

function findEnd(text: string, start: number, cellEnd: RegExp): number {
  cellEnd.lastIndex = start
  return cellEnd.exec(text)?.index ?? text.length
}

/** -1 without one. Two quotes are a quote of the text. */
function findClosingQuote(text: string, start: number): number {
  let at = text.indexOf(QUOTE, start)
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at
}
