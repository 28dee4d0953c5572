import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listNoteReaders } from '#src/api/team/mentions-api.ts'
import type { NoteReader } from '#src/domain/note/mention.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import { NOTE_READERS_READ } from '#src/query-cache/saved-read-key.ts'
import {
  type SavedReadSource,
  savedReadQuery,
  useReadParts,
} from '#src/query-cache/use-saved-read.ts'
import { useUserId } from '#src/session/use-session.ts'

const NOTE_READERS: SavedReadSource<readonly NoteReader[]> = {
  name: NOTE_READERS_READ,
  read: listNoteReaders,
}
const FRESH_MS = 600_000 // a team changes rarely, and the server checks each mention

function useReadersQuery() {
  const options = savedReadQuery(NOTE_READERS, useReadParts(), useQueryClient())
  return { ...options, staleTime: FRESH_MS }
}

/** Requests the people ahead, so that the device has them when somebody types an @ without a network. */
export function useReadersAhead(): void {
  const client = useQueryClient()
  const query = useReadersQuery()
  const userId = useUserId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person; the query is the same for all.
  useEffect(() => {
    void client.prefetchQuery(query)
  }, [client, userId])
}

/** The colleagues who may see the record; undefined until they are known. Read only while they are wanted. */
export function useNoteReaders({ kind }: NoteSubject, isWanted: boolean) {
  const userId = useUserId()
  const { data } = useQuery({ ...useReadersQuery(), enabled: isWanted })
  return useMemo(
    () => data?.value.filter(({ personId, sees }) => sees.includes(kind) && personId !== userId),
    [data, kind, userId],
  )
}
