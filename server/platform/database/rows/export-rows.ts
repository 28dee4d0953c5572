import type { ExportedListName, ExportState } from '#src/domain/export/list-export.ts'
import type { ExportFormat } from '#src/domain/export/table-export.ts'

/** The export of a large list, whose file a job with its id makes. Deleted a day after it was asked for (server/accounts/export). */
export interface ExportRow {
  /** 32 hexadecimal characters. */
  id: string
  /** The person on the team who asked for it. */
  user_id: string
  device_label: string
  list: ExportedListName
  format: ExportFormat
  /** Filters, search and order, as in the address of the list. */
  query: string
  /** 0 or 1: it has the columns of the roles that see the details of the rows. */
  sees_details: number
  state: ExportState
  /** Rows that were looked through so far; of a ready file, its rows. */
  row_count: number
  /** Rows to look through; null if they were not counted. */
  total: number | null
  /** The name of the ready file in UPLOAD_DIR. */
  file: string | null
  bytes: number | null
  /** Why it failed, in words for the person. */
  problem: string | null
  created_at: string
  ended_at: string | null
}
