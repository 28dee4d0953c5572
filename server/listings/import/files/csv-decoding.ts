import { isUtf8 } from 'node:buffer'
import { SheetRefusal } from './sheet-row.ts'

// Turns the bytes of a text file into text. The first bytes decide, never the name of the file.

const WAY_OUT = 'Save the file as "CSV UTF-8" or as XLSX.'
const LINE_FEED = 0x0a
const OLD_EXCEL = Buffer.from('d0cf11e0', 'hex') // the container of XLS, and of files with a password
const HTML = /^\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|meta|body|table|style|div)\b/is
const WEB_ARCHIVE = /^mime-version:/i
const HEAD_CHARS = 1_000

/** UTF-8, or UTF-16 with a byte order mark, as Excel's "Unicode text". @throws SheetRefusal */
export function decodeText(bytes: Buffer): string {
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL))
    throw new SheetRefusal(
      'This is an old Excel file, or one with a password. Save it as XLSX without a password.',
    )
  const text = findUtf16(bytes) ?? decodeUtf8(bytes)
  const head = text.slice(0, HEAD_CHARS)
  if (HTML.test(head) || WEB_ARCHIVE.test(head))
    throw new SheetRefusal(
      'This file is a web page (HTML), whatever its name says. Open it in a spreadsheet program, and save it as XLSX.',
    )
  if (/^\s*<\?xml/.test(head))
    throw new SheetRefusal(
      'This file is XML. Open it in a spreadsheet program, and save it as XLSX.',
    )
  const nul = text.indexOf('\0')
  if (nul >= 0) throw noText(text.slice(0, nul).split(/\r\n|\r|\n/).length)
  return text
}

function findUtf16(bytes: Buffer): string | null {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null
  if (!encoding) return null
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SheetRefusal(`This text in UTF-16 is damaged. ${WAY_OUT}`)
  }
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes) // strips the BOM
  throw noText(findBadLine(bytes))
}

/** The first line that is not UTF-8, counted from 1. */
function findBadLine(bytes: Buffer): number {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line
    line += 1
    start = end + 1
  }
  return line
}

function noText(line: number): SheetRefusal {
  return new SheetRefusal(`This is no text in UTF-8: see line ${line}. ${WAY_OUT}`)
}
