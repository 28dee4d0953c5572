import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { PanDeps } from '#server/loans/pan-service.ts'

// For each table and column: its name in the export of personal data, or why it is not exported.

/** The reason why a table or column is not in the export. */
export interface LeftOut {
  leftOut: string
}

/** The person whose data is exported, and the cipher that decrypts PANs. */
export interface ExportReader extends PanDeps {
  userId: string
}

/** A column that the export converts: its name there, and the conversion. */
interface Converted<Row> {
  name: string
  read: (row: Row, reader: ExportReader) => unknown
}

export type ExportedColumn<Row> = string | Converted<Row> | LeftOut

export interface ExportedTable<Row> {
  file: string
  /** A description of the file, for README.txt. */
  says: string
  isOf: (userId: string) => RawBuilder<unknown>
  /** The columns of a unique key. */
  key: readonly (keyof Row & string)[]
  columns: { readonly [Column in keyof Row]: ExportedColumn<Row> }
}

/** Covers the whole schema: a missing table or column does not compile. */
export type ExportedTables = {
  readonly [Table in keyof Tables]: ExportedTable<Selectable<Tables[Table]>> | LeftOut
}

export const SECRET = leaveOut(
  'Proves who somebody is; only a hash or an encrypted form is stored.',
)
export const INTERNAL = leaveOut('Serves only the work of the server.')
/** account.json already has the id of the account. */
export const OWN_ID = leaveOut('The id of the account.')
export const NO_PERSON = leaveOut('Names nobody.')
export const SUMS = leaveOut('Sums over all records.')
export const SEARCH = leaveOut('Copies of the records for the search.')

export function leaveOut(why: string): LeftOut {
  return { leftOut: why }
}

export function ofUser(userId: string): RawBuilder<unknown> {
  return sql`user_id = ${userId}`
}

export function ofOwner(userId: string): RawBuilder<unknown> {
  return sql`owner_id = ${userId}`
}
