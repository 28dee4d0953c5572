import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { ConditionalRead } from '#src/api/http-client.ts'
import type { SavedRead } from './cached-reads.ts'
import { savedReadKey } from './saved-read-key.ts'
import { useSyncParts } from './use-sync.ts'

// A read with a saved copy behind it: shown from the device at once, asked for again conditionally, kept after failures.

const SLOW_MS = 8_000 // decision 22: from here on the screen says that the network is slow
const FRESH_MS = 30_000 // going back and forth between sections does not ask again within this time
const RETRY_MS = 15_000 // a failed read is tried again while someone looks

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

type Read<Value> = (
  options: ConditionalRead,
) => Promise<{ data: Value; etag: string | null } | null>

/** `name` tells reads of one person apart; the person is part of the key, so copies are never shared. */
export function useSavedRead<Value>(name: string, read: Read<Value>): SavedReadView<Value> {
  const { persister, user, countAcked } = useSyncParts()
  const client = useQueryClient()
  const queryKey = savedReadKey(user.findUserId(), name)

  async function ask({ signal }: QueryFunctionContext): Promise<SavedRead<Value>> {
    const copy = client.getQueryData<SavedRead<Value>>(queryKey)
    const ackedBefore = await countAcked().catch(nothingAcked)
    const answer = await read({ etag: copy?.etag ?? null, signal })
    if (answer) return { value: answer.data, etag: answer.etag, ackedBefore }
    if (!copy) throw new ApiError({ kind: 'no-answer', status: 304 })
    return { ...copy, ackedBefore }
  }

  const query = useQuery({
    queryKey,
    queryFn: ask,
    persister: persister.persisterFn,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
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

/** An outbox that cannot be read must not keep the operator from reading: confirmed changes are held a little longer. */
function nothingAcked(error: unknown): number {
  console.warn('The outbox could not be asked what is confirmed.', error)
  return 0
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
