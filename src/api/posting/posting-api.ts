import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type ConditionalRead, call } from '#src/api/http-client.ts'
import {
  type OwnPosting,
  OwnPostingSchema,
  PostingSummarySchema,
} from '#src/domain/posting/own-posting.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'

// The signed-in end user's drafts and listings. Each call throws ApiError.

const PATH = '/account/listings'
const Done = v.looseObject({ success: v.literal(true) })
const ListAnswer = v.looseObject({
  success: v.literal(true),
  data: listOf(PostingSummarySchema),
  meta: v.looseObject({ usualWaitMinutes: v.nullable(v.number()) }),
})
const Overtaken = v.looseObject({ data: v.looseObject({ current: OwnPostingSchema }) })

/** GET /account/listings, which has no ETag. */
export async function readPostings({ signal }: Pick<ConditionalRead, 'signal'>) {
  const { data: postings, meta } = await call(PATH, ListAnswer, { signal })
  const data = { postings, usualWaitMinutes: meta.usualWaitMinutes }
  return { data, etag: null, cursor: null }
}

/**
 * GET /account/listings/{id}; null for an unknown id, such as that of a new draft. Requests the list first, because the
 * browser would log a 404 as an error in its console.
 */
export async function findPosting(id: string, signal?: AbortSignal): Promise<OwnPosting | null> {
  const { data } = await readPostings({ signal })
  if (!data.postings.some((one) => one.id === id)) return null
  return call(pathOf(id), envelopeOf(OwnPostingSchema), { signal })
}

/**
 * PUT /account/listings/{id}. `version` is the version that the draft is based on; null for a new draft. An answer about
 * another listing comes from something on the way.
 */
export async function savePosting(
  id: string,
  draft: PostingDraft,
  version: number | null,
): Promise<OwnPosting> {
  // A first save may arrive long after its answer was given up: it must not replace what was saved since.
  const headers: Record<string, string> =
    version === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` }
  const saved = await call(pathOf(id), envelopeOf(OwnPostingSchema), {
    method: 'PUT',
    body: draft,
    headers,
  })
  if (saved.id !== id) throw new ApiError({ kind: 'no-answer', status: null })
  return saved
}

/** The server's current draft in the body of a 412; null for any other failure. */
export function findNewerPosting(error: unknown): OwnPosting | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null
  const read = v.safeParse(Overtaken, error.body)
  return read.success ? read.output.data.current : null
}

/**
 * POST /account/listings/{id}/{action}. Repeats with the same key have no further effect. With a `version`, only that
 * version of the draft is meant.
 */
export async function actOnPosting(
  id: string,
  action: 'submit' | 'withdraw' | 'sold' | 'renew',
  key: string,
  version: number | null = null,
): Promise<void> {
  const headers: Record<string, string> = { [IDEMPOTENCY_HEADER]: key }
  if (version !== null) headers['If-Match'] = `"${version}"`
  await call(`${pathOf(id)}/${action}`, Done, { method: 'POST', headers })
}

/** DELETE /account/listings/{id} */
export async function deletePosting(id: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'DELETE' })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
