import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { PartOf, RemovedListings } from '#src/domain/listing/device-share.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { CacheEntryPersister, SavedRead } from './cached-reads.ts'
import { type Arriving, type DeltaSource, fetchSavedRead, type Read } from './saved-read.ts'
import { ARRIVING, savedReadKey } from './saved-read-key.ts'

// A cached read: shown from the cache at once, revalidated by a conditional request, and kept after failures.

const SLOW_MS = 8_000 // after this, the screen reports a slow network
export const FRESH_MS = 30_000 // a section that reopens within this time does not refetch
const RECORD_MS = 60_000 // a record that was left stays in memory this long; later, its copy on the device is read

/** The services behind the read hooks; src/app provides them. */
export interface ReadParts {
  persister: CacheEntryPersister
  user: UserSource
  /** The last confirmation on this device; 0 before the first. */
  findLastConfirmation(): Promise<number>
}

export const ReadContext = createContext<ReadParts | null>(null)

export function useReadParts(): ReadParts {
  const parts = useContext(ReadContext)
  if (!parts) throw new Error('useReadParts needs a ReadContext around it')
  return parts
}

/** The definition of a read. With `delta`, requests only changes once the server has sent a cursor. */
export interface SavedReadSource<Value, Delta = never> {
  /** Unique among the reads of one user. */
  name: string
  /** The record, for a read that has one copy per record. `MOST_COPIES` bounds their number. */
  id?: string
  read: Read<Value>
  delta?: DeltaSource<Value, Delta>
  /** Whether a value that was just read must be read again when a screen mounts. By default, it need not. */
  isOutdated?(value: Value): boolean
  /** Rows that another read holds in memory. A first value reuses those that are equal. */
  findKnown?(client: QueryClient, userId: string | null): Value | undefined
}

export interface SavedReadView<Value> {
  /** The newest value; undefined if there is neither an answer nor a saved copy. */
  value: Value | undefined
  /** The rows of a first read that have arrived so far, also after its failure. Null otherwise. */
  arriving: Arriving<Value> | null
  /** The whole of which the value is a part; null for a whole list. */
  partOf: PartOf | null
  /** What was deleted from that whole; null for a whole list. */
  removed: RemovedListings | null
  /** The last confirmation before the read of the value or, without a value, of the rows that have arrived. */
  ackedBefore: number
  /** When the value was read, epoch milliseconds. */
  readAt: number
  /** Whether there is no value yet and a read is in flight. */
  isLoading: boolean
  /** The error of the last read; a value is then a saved copy. Null after a success. */
  failure: ApiError | null
  /** Whether a read is in flight, also one that refreshes a value. */
  isReading: boolean
  /** Whether the read in flight is slow. */
  isSlow: boolean
  refetch(): void
}

/** A read for display, requested while the screen is mounted. */
export function useSavedRead<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
): SavedReadView<Value> {
  const parts = useReadParts()
  const query = useQuery(savedReadQuery(source, parts, useQueryClient()))
  const partial = useQuery(arrivingQuery<Value>(parts.user.findUserId(), source))
  const arriving = (query.data ? null : partial.data) ?? null
  const isSlow = useIsLasting(query.isFetching, SLOW_MS)
  return {
    value: query.data?.value,
    arriving,
    partOf: query.data?.partOf ?? null,
    removed: query.data?.removed ?? null,
    ackedBefore: (query.data ?? arriving)?.ackedBefore ?? 0,
    readAt: query.dataUpdatedAt,
    isLoading: query.isPending && query.isFetching,
    failure: query.error && toApiError(query.error),
    isReading: query.isFetching,
    isSlow,
    refetch: () => void query.refetch(),
  }
}

/** Query options of a read. The user is part of the key, so entries are never shared. */
export function savedReadQuery<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
  { persister, user, findLastConfirmation }: ReadParts,
  client: QueryClient,
) {
  const { name, id, read, delta, isOutdated, findKnown } = source
  const queryKey = savedReadKey(user.findUserId(), name, id)
  const arrivingKey = arrivingQuery<Value>(user.findUserId(), source).queryKey
  return queryOptions<SavedRead<Value>, Error, SavedRead<Value>, typeof queryKey>({
    queryKey,
    async queryFn({ signal }) {
      const entry = client.getQueryData<SavedRead<Value>>(queryKey)
      const next = await fetchSavedRead({
        entry,
        read,
        delta,
        findLastConfirmation,
        signal,
        onArriving(arriving) {
          // Keeps the rows of a failed read on the screen until the retry has as many.
          const shown = client.getQueryData(arrivingKey)?.count ?? 0
          if (arriving.count >= shown) client.setQueryData(arrivingKey, arriving)
        },
      })
      // Clears the partial list first: TanStack Query notifies screens later, when it has also stored the whole value.
      if (client.getQueryData(arrivingKey)) client.setQueryData(arrivingKey, null)
      const known = entry ? undefined : findKnown?.(client, user.findUserId())
      return known && delta ? { ...next, value: delta.share(known, next.value) } : next
    },
    persister: persister.persisterFn,
    // The library's structural sharing compares by index: a new first row would replace all other row objects.
    structuralSharing: !delta,
    staleTime: ({ state: { data } }) => (data && isOutdated?.(data.value) ? 0 : FRESH_MS),
    ...(id !== undefined && { gcTime: RECORD_MS }),
    // src/app/screen-refresh.ts refetches visible reads, in one tab for all tabs.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Requests a read before its screen renders. Resolves once there is a value, or the first rows of a list. Never rejects. */
export async function prefetchFirstRows<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
  parts: ReadParts,
  client: QueryClient,
): Promise<void> {
  const { queryKey } = arrivingQuery(parts.user.findUserId(), source)
  const whole = client.prefetchQuery(savedReadQuery(source, parts, client))
  await new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (client.getQueryData(queryKey)) end()
    })
    function end() {
      stop()
      resolve()
    }
    void whole.then(end)
  })
}

/**
 * Requests a read in the task of a sign-in. Does not look into the device's storage, which takes 0.1 s on a slow device:
 * while nobody is signed in, it has neither saved copies nor confirmed changes. Never rejects.
 */
export function prefetchAtSignIn<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
  parts: ReadParts,
  client: QueryClient,
): Promise<void> {
  const options = savedReadQuery(source, { ...parts, findLastConfirmation: async () => 0 }, client)
  return client.prefetchQuery({ ...options, persister: parts.persister.saveAnswer })
}

/** The query that holds the partial list. It is never stored or fetched, and is cleared when the session ends. */
function arrivingQuery<Rows>(userId: string | null, { name, id }: { name: string; id?: string }) {
  return queryOptions<Arriving<Rows> | null>({
    queryKey: [ARRIVING, ...savedReadKey(userId, name, id).slice(1)],
    queryFn: skipToken,
    structuralSharing: false, // it would compare all rows, most of which are the same objects
  })
}

/** Whether a partial list is shown. Its rows may lack later confirmed changes, which the overlay must still apply. */
export function isAnyArriving(client: QueryClient): boolean {
  return client.getQueriesData({ queryKey: [ARRIVING] }).some(([, arriving]) => arriving)
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
}

/** True once `isSo` has been true for `afterMs` without interruption. */
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
