import { FileRefusal } from '#server/parsing/parsing-service.ts'

/** A row of a file as text. */
export interface SheetRow {
  /** The row number that a spreadsheet program shows. Row 1 has the names of the columns. */
  row: number
  cells: string[]
}

/** First the names of the columns, then the rows in chunks. */
export type SheetPart = { columns: string[] } | { rows: SheetRow[] }

/** Says why a file cannot be read, as a sentence for the person who sent it. */
export class SheetRefusal extends FileRefusal {
  override name = 'SheetRefusal'
}
