import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createSearchIndex, type SearchIndex } from '#src/domain/search/search-index.ts'
import { rowsInTasks } from '#src/lists/rows-in-tasks.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useReadParts } from '#src/query-cache/use-saved-read.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { type PaletteRecord, recordKey, recordTexts } from './palette-record.ts'
import { RECORD_SOURCES, toRecord } from './record-sources.ts'

const CHUNK = 250 // rows indexed in one task: about 5 ms on a slow desktop, so that typing is never held up

export interface DeviceRecords {
  index: SearchIndex<PaletteRecord>
  byKey: ReadonlyMap<string, PaletteRecord>
}

/**
 * The records that this device has, in memory or as saved copies, in an index that is built in short tasks when the
 * palette opens. Null until it is complete. Requests nothing from the server.
 */
export function useDeviceRecords(): DeviceRecords | null {
  const client = useQueryClient()
  const session = useSession()
  const { persister, user } = useReadParts()
  const [records, setRecords] = useState<DeviceRecords | null>(null)
  useEffect(() => {
    let isOver = false
    async function findRows(read: string): Promise<readonly PaletteRecord['row'][]> {
      const key = savedReadKey(user.findUserId(), read)
      const known = client.getQueryData(key) ?? (await persister.findCopy(key))
      // The read of this name holds the rows of its source.
      return (known as SavedRead<readonly PaletteRecord['row'][]> | undefined)?.value ?? []
    }
    async function build() {
      const index = createSearchIndex(recordTexts)
      const byKey = new Map<string, PaletteRecord>()
      for (const source of RECORD_SOURCES) {
        if (!mayDo(session, source.needed)) continue
        const rows = (await findRows(source.read)).filter(({ id }) => id !== null)
        for await (const chunk of rowsInTasks(rows, CHUNK)) {
          if (isOver) return
          const records = chunk.map((row) => toRecord(source, row))
          index.add(records)
          for (const record of records) byKey.set(recordKey(record), record)
        }
      }
      if (!isOver) setRecords({ index, byKey })
    }
    build().catch((error: unknown) => console.warn('The palette finds no records.', error))
    return () => {
      isOver = true
    }
  }, [client, session, persister, user])
  return records
}
