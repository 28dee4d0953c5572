import type { ImportState } from '#src/domain/import/import-file.ts'
import type { MediaKind } from '#src/domain/media/media-limits.ts'

// Rows about the import of listings of businesses (server/platform/database/schema.ts).

/** A key with which another program calls the API for one account (server/accounts/api-keys). */
export interface ApiKeyRow {
  id: string
  /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
  key_hash: string
  /** The first characters of the key, by which people recognise it. */
  prefix: string
  name: string
  /** Separated by spaces. */
  scopes: string
  /** The account of the business whose listings the key imports. */
  owner_id: string
  /** The owner of the panel who created the key. */
  created_by: string
  created_at: string
  /** Null for a key that does not expire. */
  expires_at: string | null
  /** Time of the last call, to the minute; null before the first. */
  last_used_at: string | null
}

/** Maps the reference that a business uses for a listing to the listing's id. */
export interface ImportedListingRow {
  owner_id: string
  reference: string
  listing_id: string
}

/** A URL from which an imported listing gets a photo or its video. */
export interface ImportMediaRow {
  /** 128 random bits. The id of each attempt's file is derived from it. */
  id: string
  listing_id: string
  owner_id: string
  /** The position of the URL among those of the listing, from 0. */
  position: number
  kind: MediaKind
  /** A waiting URL has a job with its id, which fetches it. */
  state: 'waiting' | 'fetched' | 'failed'
  /** When the URL was queued. Attempts end two hours later (server/listings/import/import-media-fetch-service.ts). */
  asked_at: string
  /** The photo or video made from the fetched file; it may have been deleted since. */
  media_id: string | null
  /** Why the download failed, in words for the business. */
  sentence: string | null
  address: string
}

/**
 * An imported file of listings. While its state is `running`, a job with its id imports it. Deleted a week after its upload, unless its import is still running
 * (server/listings/import).
 */
export interface ImportRow {
  id: string
  file_name: string
  state: ImportState
  /** JSON: the names of the file's columns. */
  columns: string
  /** JSON: what the file has besides its rows (`SheetFacts` of src/domain/import/sheet-content.ts). */
  facts: string
  /** The row with the names of the columns; null until a person has chosen it. */
  names_row: number | null
  /** JSON: which column of the file has which field of a listing; null until the import is started. */
  mapping: string | null
  /** The account of the business; null until the import is started. */
  owner_id: string | null
  /** Null if the command line created it. */
  created_by: string | null
  device_label: string
  created_at: string
  finished_at: string | null
  row_count: number
  /** The chunk that is imported next. */
  next_chunk: number
  created: number
  updated: number
  unchanged: number
  refused: number
}

/** Consecutive rows of a file. Deleted after their import, unless one of them was refused. */
export interface ImportChunkRow {
  import_id: string
  position: number
  /** JSON: the rows with their numbers in the file (server/listings/import/files/sheet-row.ts). */
  cells: string
  /** JSON: an object that maps the number of each refused row to its errors; null before the import. */
  refused: string | null
}
