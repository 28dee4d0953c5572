import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { downloadExport, listExports, removeExport } from '#src/api/list-export-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { indianDate } from '#src/domain/dates.ts'
import type { ListExport } from '#src/domain/export/list-export.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { downloadBlob } from '#src/ui/file-download.ts'

const PROGRESS_MS = 1_000 // the server stores the rows so far as often

/** The exports in the background. While one is being made, they are read again and again. */
export function useExports() {
  const exports = useSavedRead({ name: 'exports', read: listExports })
  const { value, failure, refetch } = exports
  const isMade = failure === null && value?.some(({ state }) => state === 'running') === true
  const newest = useRef(refetch)
  newest.current = refetch
  useEffect(() => {
    if (!isMade) return
    const timer = setInterval(() => newest.current(), PROGRESS_MS)
    return () => clearInterval(timer)
  }, [isMade])
  return exports
}

export interface Download {
  id: string
  bytes: number
}

/** Downloads a file at a time, and cancels or deletes exports. */
export function useExportActions(onChange: () => void) {
  const [download, setDownload] = useState<Download | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const removing = useMutation({
    mutationFn: removeExport,
    onSettled: onChange,
    networkMode: 'always',
    gcTime: 0,
  })

  async function start(one: ListExport) {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const { signal } = run
    const { id, list, format, createdAt } = one
    removing.reset()
    setProblem(null)
    setDownload({ id, bytes: 0 })
    try {
      const onBytes = (bytes: number) => setDownload({ id, bytes })
      const file = await downloadExport(one, { signal, onBytes })
      downloadBlob(`${list}-${indianDate(createdAt)}.${format}`, file)
    } catch (error) {
      if (signal.aborted) return
      setProblem(describeOnlineFailure(error))
      // Deleted meanwhile, by its time or by an owner.
      if (error instanceof ApiError && error.status === 404) onChange()
    } finally {
      if (running.current === run) setDownload(null)
    }
  }

  return {
    download,
    failure: problem ?? (removing.error && describeOnlineFailure(removing.error)),
    removingId: removing.isPending ? removing.variables : null,
    start,
    stop() {
      running.current?.abort()
      setDownload(null)
    },
    remove(id: string) {
      setProblem(null)
      removing.mutate(id)
    },
  }
}
