import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'

const DemoSignInAnswer = envelopeOf(v.object({ email: v.string(), password: v.string() }))

/** The credentials of the demonstration's end user. */
export type DemoSignIn = v.InferOutput<typeof DemoSignInAnswer>

/**
 * POST /admin/demonstration: fills an empty marketplace. No other call shows the password again.
 * @throws ApiError 409 'not-empty' if the marketplace is no longer empty
 */
export function addDemonstration(): Promise<DemoSignIn> {
  return call('/admin/demonstration', DemoSignInAnswer, { method: 'POST' })
}
