import { readCellText } from './cell-text.ts'

// A comma or semicolon divides two addresses only before 'http://' or 'https://', because addresses contain both.
const BETWEEN = /[,;]\s*(?=https?:\/\/)|[\s|]+/i
const LAST = /[,;]+$/

/** The addresses of a cell, divided by spaces, lines, '|', ',' or ';', or written as a list of JSON. */
export function readPhotoList(text: string): string[] {
  const plain = readCellText(text)
  return (readJsonList(plain) ?? plain.replace(LAST, '').split(BETWEEN)).filter(Boolean)
}

function readJsonList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null
  } catch {
    return null // no list of JSON: the text is split like any other
  }
}
