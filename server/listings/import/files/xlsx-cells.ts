import { readPlain } from '#src/domain/export/csv-writing.ts'
import { type NumberStyle, showIsoDate, showNumber } from './number-format.ts'
import type { Workbook } from './xlsx-workbook.ts'

// The text of a cell of a workbook as a person sees it, or the reason why it has none.

export interface XmlCell {
  /** The attribute `t`: how the value is stored. */
  type: string
  /** The attribute `s`: which of the workbook's cell styles it has. */
  style: number
  /** The text of `v`; null without the element. */
  value: string | null
  /** The text of `is`. */
  inline: string
  /** The formula; null without one. */
  formula: string | null
}

export type CellText = { text: string; error?: string }

const NO_RESULT_TEXT = '#N/A' // what programs show for a value that is not available
const FORMULA_CHARS = 100 // enough to recognise it
const NOT_TEXT = /[\0\p{Cs}]/gu // NUL, and halves of characters, which escapes in XML may write

export function readXmlCell(cell: XmlCell, workbook: Workbook): CellText {
  const { type, value, inline, formula } = cell
  if (type === 'inlineStr') return checkText(inline)
  if (value === null) return formula === null ? { text: '' } : lacksResult(formula)
  if (type === 's') return readShared(workbook.sharedStrings[Number(value)])
  if (type === 'str') return checkText(value)
  if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'e') return { text: value }
  const style = { format: workbook.formats[cell.style] ?? 0, is1904: workbook.is1904 }
  if (type === 'd') return { text: showIsoDate(value.trim(), style) }
  if (value.trim() === '') return formula === null ? { text: '' } : lacksResult(formula)
  return readNumber(value.trim(), style)
}

function readShared(text: string | undefined): CellText {
  if (text !== undefined) return checkText(text)
  return { text: NO_RESULT_TEXT, error: 'The text of this cell is missing in the file.' }
}

function readNumber(value: string, style: NumberStyle): CellText {
  const number = Number(value)
  if (!Number.isFinite(number)) return { text: value, error: 'This is no number.' }
  const shown = tryToShow(number, style)
  return shown === null
    ? { text: value, error: 'The format of this cell does not show its number.' }
    : { text: shown.trim() }
}

/** Null for a format that is not valid, too: the library throws. */
function tryToShow(number: number, style: NumberStyle): string | null {
  try {
    return showNumber(number, style)
  } catch {
    return null
  }
}

function checkText(raw: string): CellText {
  const text = readPlain(raw)
  return { text: text.replace(NOT_TEXT, '\ufffd') } // which is refused when the row is read
}

function lacksResult(formula: string): CellText {
  const start = formula.slice(0, FORMULA_CHARS)
  return {
    text: NO_RESULT_TEXT,
    error: `The formula “=${start}” has no stored result. Open the file in a spreadsheet program, save it, and send it again.`,
  }
}
