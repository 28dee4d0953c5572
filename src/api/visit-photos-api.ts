import * as v from 'valibot'
import { envelopeOf } from './answer-schemas.ts'
import { ApiError } from './api-error.ts'
import { call, send } from './http-client.ts'

const AddedSchema = envelopeOf(v.looseObject({ id: v.string() }))

/**
 * POST /admin/properties/{id}/visit-photos: turns a finished upload into a photo of a visit. Returns its id. Idempotent.
 * @throws ApiError
 */
export async function addVisitPhoto(
  listingId: string,
  { url, takenAt }: { url: string; takenAt: string },
): Promise<string> {
  const path = `/admin/properties/${encodeURIComponent(listingId)}/visit-photos`
  const body = { upload: url.split('/').at(-1), takenAt }
  return (await call(path, AddedSchema, { method: 'POST', body })).id
}

/** GET /admin/visit-photos/{id}?size= @throws ApiError */
export async function readVisitPhoto(
  id: string,
  size: 'small' | 'large',
  signal: AbortSignal,
): Promise<Blob> {
  const path = `/admin/visit-photos/${encodeURIComponent(id)}?size=${size}`
  const { data } = await send(path, { signal, isStreamed: true })
  try {
    return await new Response(data as ReadableStream).blob() // isStreamed requests a stream
  } catch (cause) {
    throw new ApiError({ kind: 'no-answer', cause })
  }
}
