import * as v from 'valibot'
import { envelopeOf } from './answer-schemas.ts'
import { call } from './http-client.ts'

const OfferAnswer = envelopeOf(v.looseObject({ isMailed: v.boolean() }))

/**
 * POST /admin/users/{id}/export-offer: mails a user how to download their data. Returns whether the mail server
 * accepted the mail. @throws ApiError
 */
export async function offerExport(userId: string): Promise<boolean> {
  const path = `/admin/users/${encodeURIComponent(userId)}/export-offer`
  return (await call(path, OfferAnswer, { method: 'POST' })).isMailed
}
