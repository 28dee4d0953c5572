import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRemovedListings } from '#src/query-cache/use-listings.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession, useUserId } from '#src/session/use-session.ts'
import type { PaletteRecord } from './palette-record.ts'
import { RECORD_SOURCES, toRecord } from './record-sources.ts'

const PAUSE_MS = 250 // typing is over for a moment; a request for each letter would reach the limit of calls
const LEAST_CHARS = 2 // one letter is in almost every row

/** What the server finds for the words, a moment after the typing. `isFailed`: it could not be asked. */
export function useServerRecords(query: string) {
  const session = useSession()
  const userId = useUserId()
  const words = usePaused(query.trim(), PAUSE_MS)
  const isAsked = words.length >= LEAST_CHARS && session?.takesKeys === true
  const { data, isFetching, isError } = useQuery({
    queryKey: ['found', userId, words, 'the palette'],
    queryFn: ({ signal }): Promise<PaletteRecord[]> => {
      const sources = RECORD_SOURCES.filter(
        ({ needed, neededToSearch }) => mayDo(session, needed) && mayDo(session, neededToSearch),
      )
      const found = sources.map(async (source) =>
        (await source.find(words, signal)).map((row) => toRecord(source, row)),
      )
      return Promise.all(found).then((groups) => groups.flat())
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const removed = useRemovedListings()
  const found = data?.filter(
    ({ kind, row }) => kind !== 'property' || !removed?.ids.includes(row.id),
  )
  const isCurrent = words === query.trim()
  return {
    found: isAsked && isCurrent ? (found ?? NONE) : NONE,
    isSearching: isFetching || (!isCurrent && query.trim().length >= LEAST_CHARS),
    isFailed: isAsked && isCurrent && isError,
  }
}

const NONE: readonly PaletteRecord[] = []

function usePaused(text: string, ms: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return paused
}
