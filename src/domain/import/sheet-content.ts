// What a file has, before anybody says which column is which field.

/** Why a cell, or the row as a whole, cannot be read. */
export interface CellFlaw {
  /** Counted from 0; null for the row. */
  column: number | null
  error: string
}

/** A row of a file as the text that a person sees. */
export interface SheetRow {
  /** The row number that a spreadsheet program shows. */
  row: number
  /** Without the empty cells at the end. */
  cells: string[]
  flaws?: CellFlaw[]
}

/** What is known of a file when all of it is read. */
export interface SheetFacts {
  /** The name of the sheet that is read; null for CSV. */
  sheet: string | null
  /** The names of the sheets that are not read. */
  otherSheets: string[]
  /** Rows with text. Hidden rows are not among them. */
  rows: number
  hiddenRows: number
  blankRows: number
  /** Counted from 0. */
  hiddenColumns: number[]
  /** Merged cells, such as 'A2:A4'. */
  merges: string[]
  namesRow: NamesRow
}

/** The row that has the names of the columns, as far as the rows show. */
export interface NamesRow {
  row: number
  /** False if a person has to say which row it is. */
  isSure: boolean
}

const LETTERS = 26
const FIRST_LETTER = 65 // 'A'

/** 'A' of 0, 'AA' of 26. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (column % LETTERS))
  const rest = Math.floor(column / LETTERS)
  return rest === 0 ? last : columnLetters(rest - 1) + last
}

/** 0 of 'A', 26 of 'AA'. */
export function columnIndex(letters: string): number {
  let index = 0
  for (const letter of letters) index = index * LETTERS + letter.charCodeAt(0) - FIRST_LETTER + 1
  return index - 1
}

export interface MergedArea {
  /** Such as 'A2:A4'. */
  name: string
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

export function readMerges(names: readonly string[]): MergedArea[] {
  return names.flatMap((name) => {
    const [, left, top, right, bottom] = MERGE.exec(name) ?? []
    if (!left || !right) return []
    const [firstColumn, lastColumn] = [columnIndex(left), columnIndex(right)]
    return [{ name, firstRow: Number(top), lastRow: Number(bottom), firstColumn, lastColumn }]
  })
}

const MERGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/

/** Finds the area that covers a cell. The first cell of an area is not covered: it has the value. */
export function findMerge(
  areas: readonly MergedArea[],
  row: number,
  column: number,
): MergedArea | undefined {
  return areas.find(
    (area) =>
      area.firstRow <= row &&
      row <= area.lastRow &&
      area.firstColumn <= column &&
      column <= area.lastColumn &&
      (area.firstRow !== row || area.firstColumn !== column),
  )
}
