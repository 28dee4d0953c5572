import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { CacheEntryPersister, SavedRead } from './cached-reads.ts'
import { type Arriving, type DeltaSource, fetchSavedRead, type Read } from './saved-read.ts'
import { ARRIVING, savedReadKey } from './saved-read-key.ts'

// A cached read: shown from the device at once, revalidated by a conditional request, kept after failures.

const SLOW_MS = 8_000 // after this, the screen reports a slow network
const FRESH_MS = 30_000 // returning to a section within this time does not read again

/** The services behind the read hooks; src/app provides them. */
export interface ReadParts {
  persister: CacheEntryPersister
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

/** A read for a screen. With `delta`, only changes are requested once the server has sent a cursor. */
export interface SavedReadSource<Value, Delta = never> {
  /** Unique among the reads of one user. */
  name: string
  read: Read<Value>
  delta?: DeltaSource<Value, Delta>
}

export interface SavedReadView<Value> {
  /** The newest value; undefined without an answer and a saved copy. */
  value: Value | undefined
  /** Of a first read, what has arrived before the whole value; null otherwise, and kept after a failure. */
  arriving: Arriving<Value> | null
  /** Of the value, or else of what is arriving. */
  ackedBefore: number
  /** When the value was read, epoch milliseconds. */
  readAt: number
  /** There is no value yet, and a read is under way. */
  isLoading: boolean
  /** The last read failed; with a value, that value is a saved copy. */
  failure: ApiError | null
  /** The read under way is taking long. */
  isSlow: boolean
  refetch(): void
}

/** A read for display, requested while the screen is mounted. */
export function useSavedRead<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
): SavedReadView<Value> {
  const parts = useReadParts()
  const query = useQuery(savedReadQuery(source, parts, useQueryClient()))
  const partial = useQuery(arrivingQuery<Value>(parts.user.findUserId(), source.name))
  const arriving = (query.data ? null : partial.data) ?? null
  const isSlow = useIsLasting(query.isFetching, SLOW_MS)
  return {
    value: query.data?.value,
    arriving,
    ackedBefore: (query.data ?? arriving)?.ackedBefore ?? 0,
    readAt: query.dataUpdatedAt,
    isLoading: query.isPending && query.isFetching,
    failure: query.error && toApiError(query.error),
    isSlow,
    refetch: () => void query.refetch(),
  }
}

/** Query options of a read. The user is part of the key, so entries are never shared. */
export function savedReadQuery<Value, Delta>(
  { name, read, delta }: SavedReadSource<Value, Delta>,
  { persister, user, countAcked }: ReadParts,
  client: QueryClient,
) {
  const queryKey = savedReadKey(user.findUserId(), name)
  const arrivingKey = arrivingQuery<Value>(user.findUserId(), name).queryKey
  return queryOptions<SavedRead<Value>, Error, SavedRead<Value>, typeof queryKey>({
    queryKey,
    async queryFn({ signal }) {
      const entry = client.getQueryData<SavedRead<Value>>(queryKey)
      const next = await fetchSavedRead({
        entry,
        read,
        delta,
        countAcked,
        signal,
        onArriving(arriving) {
          // A retry begins with fewer rows than the read that failed.
          const shown = client.getQueryData(arrivingKey)?.count ?? 0
          if (arriving.count >= shown) client.setQueryData(arrivingKey, arriving)
        },
      })
      // Screens are notified in a later task, when they find the whole value.
      if (client.getQueryData(arrivingKey)) client.setQueryData(arrivingKey, null)
      return next
    },
    persister: persister.persisterFn,
    // The library's own sharing compares by index: a new first row would make all others new.
    structuralSharing: !delta,
    staleTime: FRESH_MS,
    // src/app/screen-refresh.ts refetches visible reads, in one tab for all.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** A query of its own, never stored and never fetched; like all queries it ends with the session. */
function arrivingQuery<Rows>(userId: string | null, name: string) {
  return queryOptions<Arriving<Rows> | null>({
    queryKey: [ARRIVING, userId, name],
    queryFn: skipToken,
    structuralSharing: false, // would compare all rows, of which most are the same objects
  })
}

/** Whether a list is shown in part: its rows predate later confirmations, and no stored copy says so. */
export function isAnyArriving(client: QueryClient): boolean {
  return client.getQueriesData({ queryKey: [ARRIVING] }).some(([, arriving]) => arriving)
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
}

/** True once `isSo` has held for `afterMs` without a break. */
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
