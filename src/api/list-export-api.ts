import { EXPORT_TYPES, type ExportFormat } from '#src/domain/export/table-export.ts'
import { ApiError } from './api-error.ts'
import { send } from './http-client.ts'

/** The lists that can be exported, by their calls. */
export type ExportedListName = 'properties' | 'users' | 'loans' | 'payments'

export interface ListExportOrder {
  format: ExportFormat
  /** The filters and the search, as in the address of the list. */
  query: string
  signal: AbortSignal
  /** Called while the file arrives, with the number of bytes so far. */
  onBytes: (bytes: number) => void
}

/** POST /admin/{list}/export: the file of a list. @throws ApiError, and the reason of the signal */
export async function exportList(
  list: ExportedListName,
  { format, query, signal, onBytes }: ListExportOrder,
): Promise<Blob> {
  const body = { format, query }
  const { status, data, headers } = await send(`/admin/${list}/export`, {
    method: 'POST',
    body,
    signal,
    isStreamed: true,
  })
  const type = EXPORT_TYPES[format]
  // Any other type is a captive portal's page, not an answer of the API.
  if (headers['content-type'] !== type) throw new ApiError({ kind: 'no-answer', status })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // isStreamed requests a stream.
  const reader = (data as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(chunks, { type })
      chunks.push(value)
      bytes += value.byteLength
      onBytes(bytes)
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new ApiError({ kind: 'no-answer', status, cause })
  }
}
