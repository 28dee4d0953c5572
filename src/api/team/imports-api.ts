import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/http-client.ts'
import { describeProxySizeRefusal, isProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import type { Business } from '#src/domain/api-key.ts'
import {
  type ImportCheck,
  ImportCheckSchema,
  type ImportFile,
  type ImportMapping,
  ImportSchema,
  type ImportSheet,
  SheetSchema,
} from '#src/domain/import/import-file.ts'

// Imports of files with listings, for the team's owners. Works only online. Each call throws ApiError.

const IMPORTS = '/admin/imports'
const MAX_FILE_MB = 20 // the server's limit for one file, which is the whole body of a request
const ListAnswer = envelopeOf(listOf(ImportSchema))
const ReceivedAnswer = envelopeOf(v.object({ _id: v.string() }))
const SheetAnswer = envelopeOf(SheetSchema)
const CheckAnswer = envelopeOf(ImportCheckSchema)
const Done = v.looseObject({ success: v.literal(true) })

/** The row with the names of the columns, and the column of each field. */
export interface ColumnChoice {
  mapping: ImportMapping
  namesRow: number
}

const pathOf = (id: string, part = '') => `${IMPORTS}/${encodeURIComponent(id)}${part}`

/** GET /admin/imports */
export function listImports(signal?: AbortSignal): Promise<ImportFile[]> {
  return call(IMPORTS, ListAnswer, { signal })
}

/** POST /admin/imports. Returns the id of the stored file. */
export async function sendImport(file: File): Promise<string> {
  const { _id: id } = await call(
    `${IMPORTS}?name=${encodeURIComponent(file.name)}`,
    ReceivedAnswer,
    {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  ).catch((error: unknown) => {
    throw nameProxy(error)
  })
  return id
}

function nameProxy(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isProxySizeRefusal(error)) return error
  const { kind, status } = error
  const serverMessage = describeProxySizeRefusal(MAX_FILE_MB)
  return new ApiError({ kind, status, serverMessage, cause: error })
}

/** GET /admin/imports/{id} */
export function readImport(id: string, signal?: AbortSignal): Promise<ImportSheet> {
  return call(pathOf(id), SheetAnswer, { signal })
}

/** POST /admin/imports/{id}/check */
export function checkImport(id: string, columns: ColumnChoice): Promise<ImportCheck> {
  return call(pathOf(id, '/check'), CheckAnswer, { method: 'POST', body: columns })
}

/** POST /admin/imports/{id}/start */
export async function startImport(
  id: string,
  order: ColumnChoice & { business: Business },
): Promise<void> {
  await call(pathOf(id, '/start'), Done, { method: 'POST', body: order })
}

/** GET /admin/imports/{id}/refused. Returns the refused rows as CSV. */
export function readRefusedRows(id: string): Promise<string> {
  return call(pathOf(id, '/refused'), v.string())
}

/** DELETE /admin/imports/{id} */
export async function discardImport(id: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'DELETE' })
}
