import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SavedRead } from './cached-reads.ts'
import { askSavedRead, type DeltaSource, type Read } from './saved-read.ts'
import { savedReadKey } from './saved-read-key.ts'
import type { SyncParts } from './sync-context.ts'

const FRESH_MS = 30_000 // going back and forth between sections does not ask again within this time

/** A read that a screen shows. With `delta` a list is asked for its changes alone once a server told how. */
export interface SavedReadSource<Value, Delta = never> {
  /** Tells the reads of one person apart. */
  name: string
  read: Read<Value>
  delta?: DeltaSource<Value, Delta>
}

type SavedReadParts = Pick<SyncParts, 'persister' | 'user' | 'countAcked'>

/** How the query client asks for it. The person is part of the key, so copies are never shared. */
export function savedReadQuery<Value, Delta>(
  { name, read, delta }: SavedReadSource<Value, Delta>,
  { persister, user, countAcked }: SavedReadParts,
  client: QueryClient,
) {
  const queryKey = savedReadKey(user.findUserId(), name)
  return queryOptions<SavedRead<Value>, Error, SavedRead<Value>, typeof queryKey>({
    queryKey,
    queryFn({ signal }) {
      const copy = client.getQueryData<SavedRead<Value>>(queryKey)
      return askSavedRead({ copy, read, delta, countAcked, signal })
    },
    persister: persister.persisterFn,
    // The library's own sharing compares by place: one row more at the top would make all the others new.
    structuralSharing: !delta,
    staleTime: FRESH_MS,
  })
}
