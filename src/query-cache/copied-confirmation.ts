import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type { CacheEntryStore } from './cache-entry-store.ts'

/** The last confirmation that an entry of the device includes; 0 for none, and if the entries cannot be read. */
export async function findCopiedConfirmation(
  entries: Pick<CacheEntryStore, 'listHeaders'>,
): Promise<number> {
  try {
    return Math.max(0, ...(await entries.listHeaders()).map(readAckedBefore))
  } catch (error) {
    console.warn('The saved copies cannot be read.', error)
    return 0
  }
}

/** The last confirmation that a stored entry includes, from its header. */
export function readAckedBefore(header: unknown): number {
  const query = header as PersistedQuery // written by the persister, whose data is a SavedRead
  return (query.state.data as { ackedBefore: number } | undefined)?.ackedBefore ?? 0
}
