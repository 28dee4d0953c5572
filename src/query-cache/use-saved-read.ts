import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { CopyPersister, SavedRead } from './cached-reads.ts'
import { askSavedRead, type DeltaSource, type Read } from './saved-read.ts'
import { savedReadKey } from './saved-read-key.ts'

// A read with a saved copy behind it: shown from the device at once, asked for again conditionally, kept after failures.

const SLOW_MS = 8_000 // from here on the screen says that the network is slow
const FRESH_MS = 30_000 // going back and forth between sections does not ask again within this time

/** What the composition root hands to the hooks of reads. */
export interface ReadParts {
  persister: CopyPersister
  user: UserSource
  /** How many confirmations this device has. */
  countAcked(): Promise<number>
}

export const ReadContext = createContext<ReadParts | null>(null)

export function useReadParts(): ReadParts {
  const parts = useContext(ReadContext)
  if (!parts) throw new Error('useReadParts needs a ReadContext around it')
  return parts
}

/** A read that a screen shows. With `delta` a list is asked for its changes alone once a server told how. */
export interface SavedReadSource<Value, Delta = never> {
  /** Tells the reads of one person apart. */
  name: string
  read: Read<Value>
  delta?: DeltaSource<Value, Delta>
}

export interface SavedReadView<Value> {
  /** The newest value at hand; undefined when there is neither an answer nor a copy. */
  value: Value | undefined
  ackedBefore: number
  /** When the value was read, epoch milliseconds. */
  readAt: number
  /** No value yet and still asking. */
  isLoading: boolean
  /** The last read failed; with a value, that value is a saved copy. */
  failure: ApiError | null
  /** A read has been under way for long. */
  isSlow: boolean
  refetch(): void
}

/** What a screen shows of a read, asked for as long as the screen is there. */
export function useSavedRead<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
): SavedReadView<Value> {
  const query = useQuery(savedReadQuery(source, useReadParts(), useQueryClient()))
  const isSlow = useIsLasting(query.isFetching, SLOW_MS)
  return {
    value: query.data?.value,
    ackedBefore: query.data?.ackedBefore ?? 0,
    readAt: query.dataUpdatedAt,
    isLoading: query.isPending && query.isFetching,
    failure: query.error && toApiError(query.error),
    isSlow,
    refetch: () => void query.refetch(),
  }
}

/** How the query client asks for it. The person is part of the key, so copies are never shared. */
export function savedReadQuery<Value, Delta>(
  { name, read, delta }: SavedReadSource<Value, Delta>,
  { persister, user, countAcked }: ReadParts,
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
    // What is on the screen is read again by src/app/screen-refresh.ts, in one tab for all.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
}

/** True once something has been so for a time without a break. */
function useIsLasting(isSo: boolean, afterMs: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasting(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isSo, afterMs])
  return isLasting
}
