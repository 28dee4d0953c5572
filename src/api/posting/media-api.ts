import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call, send } from '#src/api/http-client.ts'
import { API_BASE } from '#src/config/settings.ts'
import { type ListingMedia, ListingMediaSchema } from '#src/domain/media/listing-media.ts'

/** The creation URL of the tus protocol, which starts an upload. */
export const UPLOADS_URL = `${API_BASE}/account/uploads`

/**
 * POST /account/listings/{id}/media: turns a finished upload into a photo or video of the listing. Idempotent.
 * @throws ApiError
 */
export function addListingMedia(listingId: string, uploadUrl: string): Promise<ListingMedia> {
  const upload = uploadUrl.split('/').at(-1)
  const path = `/account/listings/${encodeURIComponent(listingId)}/media`
  return call(path, envelopeOf(ListingMediaSchema), { method: 'POST', body: { upload } })
}

const OpenUploadsSchema = envelopeOf(v.array(v.object({ id: v.string() })))

/** GET /account/uploads: the URLs of the person's uploads that are unfinished on the server. @throws ApiError */
export async function listOpenUploads(): Promise<string[]> {
  const uploads = await call('/account/uploads', OpenUploadsSchema, {})
  return uploads.map(({ id }) => `${UPLOADS_URL}/${id}`)
}

/** DELETE /account/uploads/{id}: deletes an unfinished upload from the server. @throws ApiError */
export async function giveUpUpload(url: string, token: string): Promise<void> {
  const id = url.split('/').at(-1) ?? ''
  const headers = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0' }
  await send(`/account/uploads/${encodeURIComponent(id)}`, { method: 'DELETE', headers })
}
