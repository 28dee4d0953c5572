import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ValueCipher } from '#server/platform/config/value-cipher.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// What each part of the server says about the people in its tables: for each table and column its name in the export of
// personal data, or why it is not exported; and what the erasure of a person deletes.

/** The reason why a table or column is not in the export. */
export interface LeftOut {
  leftOut: string
}

/** The person whose data is exported, and the cipher that decrypts PANs. */
export interface ExportReader {
  userId: string
  pans: ValueCipher
}

/** A column that the export converts: its name there, and the conversion. */
interface Converted<Row> {
  name: string
  read: (row: Row, reader: ExportReader) => unknown
}

export type ExportedColumn<Row> = string | Converted<Row> | LeftOut

interface Erased<Column> {
  /**
   * The column with the id of the account whose rows an erasure deletes; null for tables whose rows are erased in
   * another way, or not at all, as a comment explains.
   */
  erased: Column | null
}

export interface ExportedTable<Row> extends Erased<keyof Row & string> {
  file: string
  /** A description of the file, for README.txt. */
  says: string
  isOf: (userId: string) => RawBuilder<unknown>
  /** The columns of a unique key. */
  key: readonly (keyof Row & string)[]
  columns: { readonly [Column in keyof Row]: ExportedColumn<Row> }
}

/** Covers the whole schema: a missing table or column does not compile. */
export type PersonalTables = {
  readonly [Table in keyof Tables]:
    | ExportedTable<Selectable<Tables[Table]>>
    | (LeftOut & Erased<keyof Tables[Table] & string>)
}

export interface ErasedPerson {
  account: UserRow
  now: Date
  /** Folders of unfinished uploads, and of files that rows refer to by URL; null keeps the files. */
  folders: { uploadDir: string; mediaDir: string } | null
  /** The id of one new, empty account, to which records move that are still counted by person. */
  getSubstituteId(): Promise<string>
}

/**
 * Erases what `erased` columns cannot name. Returns the URLs of files that the erased rows named; a file is deleted
 * unless something else uses it.
 */
export type Eraser = (
  trx: Kysely<Tables>,
  person: ErasedPerson,
) => Promise<readonly (string | null)[]>

/** What all parts of the server say together (server/operations/personal-parts.ts). */
export interface PersonalParts {
  tables: PersonalTables
  /** In their order, before the rows of `tables` are deleted. */
  erasers: readonly Eraser[]
  /** Whether a row still refers to a file by this URL. */
  fileUsers: readonly ((trx: Kysely<Tables>, url: string) => Promise<boolean>)[]
  removeFile(mediaDir: string, url: string): void
  /** Write what shows the name, e-mail address or mobile number of an account after one of them has changed. */
  contactFollowers: readonly ((
    trx: Kysely<Tables>,
    account: UserRow,
    before: UserRow,
  ) => Promise<void>)[]
  /** Take back what a person of the team can no longer do, after their role has changed or they were suspended. */
  staffFollowers: readonly ((trx: Kysely<Tables>, personId: string) => Promise<void>)[]
  /** Delete what registrations stored before they ended without an account. */
  registrationRows: readonly ((trx: Kysely<Tables>, ids: readonly string[]) => Promise<void>)[]
}

export const SECRET = leaveOut(
  'Proves who somebody is; only a hash or an encrypted form is stored.',
)
export const INTERNAL = leaveOut('Serves only the work of the server.')
/** account.json already has the id of the account. */
export const OWN_ID = leaveOut('The id of the account.')
export const NO_PERSON = leaveTableOut('Names nobody.', null)
export const SUMS = leaveTableOut('Sums over all records.', null)
export const SEARCH = leaveTableOut('Copies of the records for the search.', null)

export function leaveOut(why: string): LeftOut {
  return { leftOut: why }
}

export function leaveTableOut<const Column extends string | null>(
  why: string,
  erased: Column,
): LeftOut & { erased: Column } {
  return { leftOut: why, erased }
}

export function ofUser(userId: string): RawBuilder<unknown> {
  return sql`user_id = ${userId}`
}

export function ofOwner(userId: string): RawBuilder<unknown> {
  return sql`owner_id = ${userId}`
}
