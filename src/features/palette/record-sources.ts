import {
  searchServerListings,
  searchServerLoans,
  searchServerMembers,
  searchServerPayments,
} from '#src/api/team/record-search-api.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import { LOANS_READ } from '#src/query-cache/saved-read-key.ts'
import { LISTINGS } from '#src/query-cache/use-listings.ts'
import type { PaletteRecord, RecordKind } from './palette-record.ts'

export interface RecordSource {
  kind: RecordKind
  /** The saved read with the rows of this device. */
  read: string
  needed: Permission
  /** A search on the server also finds by phone and e-mail, and needs the right to see them. */
  neededToSearch: Permission
  /** The rows with all words, from the server. */
  find(words: string, signal: AbortSignal): Promise<readonly PaletteRecord['row'][]>
}

/** Where the palette finds records, in the order of its groups. */
export const RECORD_SOURCES: readonly RecordSource[] = [
  {
    kind: 'property',
    read: LISTINGS.name,
    needed: 'see-listings',
    neededToSearch: 'see-owner-contact',
    find: searchServerListings,
  },
  {
    kind: 'users',
    read: 'members',
    needed: 'see-members',
    neededToSearch: 'see-member-details',
    find: searchServerMembers,
  },
  {
    kind: 'loans',
    read: LOANS_READ,
    needed: 'see-loans',
    neededToSearch: 'see-loan-details',
    find: searchServerLoans,
  },
  {
    kind: 'payments',
    read: 'payments',
    needed: 'see-payments',
    neededToSearch: 'see-member-details',
    find: searchServerPayments,
  },
]

/** A row of a source is of its kind. */
export function toRecord({ kind }: RecordSource, row: PaletteRecord['row']): PaletteRecord {
  return { kind, row } as PaletteRecord
}
