import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'

// What the export of personal data calls a table and its columns, or why it leaves them out.

/** Why a table or column is not in the export. */
export interface LeftOut {
  leftOut: string
}

/** Whose data is read, and by what. */
export interface ExportReader extends Pick<AppDeps, 'pans'> {
  userId: string
}

/** The name in the export; with `read`, its value differs from the stored one. */
interface Converted<Row> {
  name: string
  read: (row: Row, reader: ExportReader) => unknown
}

export type ExportedColumn<Row> = string | Converted<Row> | LeftOut

export interface ExportedTable<Row> {
  file: string
  /** What the file holds, for README.txt. */
  says: string
  isOf: (userId: string) => RawBuilder<unknown>
  /** A unique key. */
  key: readonly (keyof Row & string)[]
  columns: { readonly [Column in keyof Row]: ExportedColumn<Row> }
}

/** Each table of the schema: a table or column that is missing does not compile. */
export type ExportedTables = {
  readonly [Table in keyof Tables]: ExportedTable<Selectable<Tables[Table]>> | LeftOut
}

export const SECRET = leaveOut(
  'Proves who somebody is; only a hash or an encrypted form is stored.',
)
export const INTERNAL = leaveOut('Serves only the work of the server.')
/** The id of the account is in account.json. */
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
