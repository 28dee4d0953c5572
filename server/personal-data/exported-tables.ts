import { ACCOUNT_TABLES } from './tables/account-tables.ts'
import type { ExportedTables } from './tables/exported-table.ts'
import { IMPORT_TABLES } from './tables/import-tables.ts'
import { LISTING_TABLES } from './tables/listing-tables.ts'
import { RECORD_TABLES } from './tables/record-tables.ts'

export const EXPORTED_TABLES: ExportedTables = {
  ...ACCOUNT_TABLES,
  ...LISTING_TABLES,
  ...IMPORT_TABLES,
  ...RECORD_TABLES,
}
