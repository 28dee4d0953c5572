import { FileRefusal } from '#server/platform/parsing/parsing-service.ts'
import type { CellFlaw, SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'

/** First the rows in chunks, with the names of the columns and the rows above them; then the facts about the file. */
export type SheetPart = { rows: SheetRow[] } | { facts: SheetFacts }

/** A row as a reader of one kind of file finds it. Blank rows have no cells. */
export interface RawRow {
  row: number
  cells: string[]
  flaws: CellFlaw[]
  isHidden: boolean
}

/** What a reader of one kind of file knows beyond the rows. */
export interface RawFacts {
  sheet: string | null
  otherSheets: string[]
  /** Counted from 0. */
  hiddenColumns: Set<number>
  merges: string[]
}

/** The rows of a file in their order. The facts are complete at the end. */
export interface RawSheet {
  facts: RawFacts
  rows: AsyncIterable<RawRow> | Iterable<RawRow>
}

/** Says why a file cannot be read, as a sentence for the person who sent it. */
export class SheetRefusal extends FileRefusal {
  override name = 'SheetRefusal'
}
