import * as v from 'valibot'
import {
  type ExportedListName,
  type ListExport,
  ListExportSchema,
} from '#src/domain/export/list-export.ts'
import { EXPORT_TYPES, type ExportFormat } from '#src/domain/export/table-export.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import { ApiError } from './api-error.ts'
import { type ConditionalRead, call, callIfChanged, send } from './http-client.ts'

const ExportsAnswer = envelopeOf(listOf(ListExportSchema))
const OrderedAnswer = envelopeOf(ListExportSchema)

interface Receiving {
  signal: AbortSignal
  /** Called while the file arrives, with the number of bytes so far. */
  onBytes: (bytes: number) => void
}

export interface ListExportOrder extends Receiving {
  format: ExportFormat
  /** The filters, the search and the order, as in the address of the list. */
  query: string
}

/**
 * POST /admin/{list}/export: the file of a list; null if the list is large, so that the server makes the file in the
 * background. @throws ApiError, and the reason of the signal
 */
export async function exportList(
  list: ExportedListName,
  { format, query, ...receiving }: ListExportOrder,
): Promise<Blob | null> {
  const { signal } = receiving
  const answer = await send(`/admin/${list}/export`, {
    method: 'POST',
    body: { format, query },
    signal,
    isStreamed: true,
  })
  if (!/^application\/json\b/.test(String(answer.headers['content-type'])))
    return receive(answer, EXPORT_TYPES[format], receiving)
  // isStreamed requests a stream.
  const text = await new Response(answer.data as ReadableStream).text()
  if (!v.is(OrderedAnswer, readJson(text)))
    throw new ApiError({ kind: 'no-answer', status: answer.status })
  return null
}

/** GET /admin/exports: the exports that the server makes in the background; null when unchanged. */
export function listExports(read: ConditionalRead) {
  return callIfChanged('/admin/exports', ExportsAnswer, read)
}

/** GET /admin/exports/{id}/file @throws ApiError, and the reason of the signal */
export async function downloadExport(
  { id, format }: Pick<ListExport, 'id' | 'format'>,
  receiving: Receiving,
): Promise<Blob> {
  const { signal } = receiving
  const answer = await send(`${pathOf(id)}/file`, { signal, isStreamed: true })
  return receive(answer, EXPORT_TYPES[format], receiving)
}

/** DELETE /admin/exports/{id}: cancels an export, or deletes its file. */
export async function removeExport(id: string): Promise<void> {
  await call(pathOf(id), v.looseObject({ success: v.literal(true) }), { method: 'DELETE' })
}

function pathOf(id: string): string {
  return `/admin/exports/${encodeURIComponent(id)}`
}

async function receive(
  { status, data, headers }: Awaited<ReturnType<typeof send>>,
  type: string,
  { signal, onBytes }: Receiving,
): Promise<Blob> {
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
