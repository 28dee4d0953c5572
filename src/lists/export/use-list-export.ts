import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { exportList } from '#src/api/list-export-api.ts'
import { toIndianInput } from '#src/domain/dates.ts'
import { EXPORT_TYPES, type ExportFormat, writeTable } from '#src/domain/export/table-export.ts'
import { rowsInTasks } from '#src/lists/rows-in-tasks.ts'
import { downloadBlob } from '#src/ui/file-download.ts'
import { type ExportChoice, toServerQuery } from './export-choice.ts'

type ExportState =
  | { step: 'ready' }
  | { step: 'busy'; bytes: number }
  /** The list is large: the server makes the file in the background. */
  | { step: 'ordered' }
  | {
      step: 'failed'
      problem: string
      /** Whether the copy on the device may stand in: not in place of a proof of identity. */
      isWithoutServer: boolean
    }

const PART = 1_000 // rows that are written at once, about 10 ms on a slow phone

/** Exports a list and downloads its file. `onDone` is called once the file is complete. */
export function useListExport(choice: ExportChoice<unknown>, onDone: () => void) {
  const [state, setState] = useState<ExportState>({ step: 'ready' })
  const running = useRef<AbortController | null>(null)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  async function exportFromServer(format: ExportFormat) {
    cancel()
    const run = new AbortController()
    running.current = run
    const { signal } = run
    setState({ step: 'busy', bytes: 0 })
    const query = toServerQuery(choice) ?? ''
    const onBytes = (bytes: number) => setState({ step: 'busy', bytes })
    try {
      const file = await exportList(choice.list, { format, query, signal, onBytes })
      if (file === null) {
        setState({ step: 'ordered' })
        return
      }
      const day = toIndianInput(Date.now()).slice(0, 'yyyy-mm-dd'.length)
      downloadBlob(`${choice.list}-${day}.${format}`, file)
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setState({ step: 'failed', problem: sentenceOf(error), isWithoutServer: lacksServer(error) })
    }
  }

  async function exportCopy(format: ExportFormat) {
    const { list, rowsInOrder, readAtMs, seesDetails } = choice
    const table = await choice.loadTable()
    const parts = writeTable(table, {
      format,
      seesDetails,
      rows: rowsInTasks(rowsInOrder(), PART),
      now: new Date(readAtMs),
    })
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of parts) chunks.push(chunk)
    // The name says from when the copy is, because the file goes further than the dialog.
    const at = toIndianInput(readAtMs).replace('T', '-').replace(':', '')
    downloadBlob(`${list}-saved-${at}.${format}`, new Blob(chunks, { type: EXPORT_TYPES[format] }))
    onDone()
  }

  return { state, exportFromServer, exportCopy, cancel }
}

/** No network, or a bare backend, which has no such call. */
function lacksServer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind === 'no-answer' || error.status === 404 || error.status === 405
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind === 'no-answer') return 'The server cannot be reached.'
  return error.serverMessage ?? 'The server did not make the file.'
}
