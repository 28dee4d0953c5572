import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { findLiveSession } from '#server/accounts/sessions/session-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import type { Design } from '#tools/faults/sim/design.ts'

// Wrong servers: the real server's handlers, wrapped so that they break a guarantee.

/** Checks If-Match before the idempotency record: a repeat fails on the version that its own first try created. */
export const preconditionFirst: Design = {
  server: (server, db) => async (request) => {
    const seen = request.headers.get('If-Match')
    const listing = seen && (await findListing(db, request))
    if (!listing || seen === `"${listing.version}"`) return server(request)
    return server(await without(request, IDEMPOTENCY_HEADER))
  },
}

/** A middleware stores the idempotency record in a second transaction, after the effect was committed. */
export const idempotencyRecordAfterwards: Design = {
  server: (server, db) => async (request) => {
    const key = request.headers.get(IDEMPOTENCY_HEADER)
    const userId = await findUserId(db, request)
    if (!key || !userId) return server(request)
    const hash = createHash('sha256').update(`${request.method} ${request.url}`).digest('hex')
    const kept = await db
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (kept) {
      const headers = { 'Idempotency-Replayed': 'true', 'Content-Type': 'application/json' }
      const { entity_id: _id, version } = kept
      return new Response(JSON.stringify(_id ? { _id, version } : { success: true }), { headers })
    }
    const answer = await server(await without(request, IDEMPOTENCY_HEADER))
    if (answer.status >= 400) return answer
    const { _id = '', version = null } = await answer.clone().json()
    const record = {
      user_id: userId,
      key,
      request_hash: hash,
      entity_id: String(_id),
      status: answer.status,
      version,
      expires_at: FAR_OFF,
    }
    await db.transaction().execute((trx) => trx.insertInto('receipts').values(record).execute())
    return answer
  },
}
const FAR_OFF = '2100-01-01T00:00:00.000Z'

/** A deletion gets the revision of the row's last edit: a client that has read this edit never reads the deletion. */
export const tombstoneOfLastEdit: Design = {
  server: (server, db) => async (request) => {
    const listing = request.method === 'DELETE' ? await findListing(db, request) : undefined
    const answer = await server(request)
    if (listing && answer.status === 200)
      await sql`update listing_changes set revision = ${listing.revision} where listing_id = ${listing.id} and to_value is null`.execute(
        db,
      )
    return answer
  },
}

/** Notes each attempt to contact an owner that arrives, also one that arrives again. */
export const attemptWithoutKey: Design = {
  server: (server) => async (request) =>
    server(
      request.url.endsWith('/contact-attempts')
        ? await without(request, IDEMPOTENCY_HEADER)
        : request,
    ),
}

/** Records each visit that arrives, also one that arrives again: the server gives it an id and looks at no key. */
export const visitPerArrival: Design = {
  server: (server) => {
    let count = 0
    return async (request) => {
      if (!request.url.endsWith('/visits')) return server(request)
      const bare = await without(request, IDEMPOTENCY_HEADER)
      const visit: object = await bare.json()
      count += 1
      const id = count.toString(16).padStart(24, 'f')
      const { url, method, headers } = bare
      return server(new Request(url, { method, headers, body: JSON.stringify({ ...visit, id }) }))
    }
  },
}

/** A claim ends only when its person leaves the listing. */
export const claimWithoutEnd: Design = {
  server: (server, db) => async (request) => {
    const isClaim = request.method === 'POST' && request.url.includes('/admin/claims/')
    const answer = await server(request)
    if (isClaim) await db.updateTable('claims').set({ expires_at: FAR_OFF }).execute()
    return answer
  },
}

function findListing(db: Kysely<Tables>, { url }: Request) {
  const [, id = ''] = /\/propert(?:y|ies)\/([0-9a-f]{24})/.exec(url) ?? []
  return db
    .selectFrom('listings')
    .select(['id', 'version', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function findUserId(db: Kysely<Tables>, { headers }: Request): Promise<string | null> {
  const token = headers.get('Authorization')?.replace('Bearer ', '') ?? ''
  const session = await findLiveSession(db, token, new Date(0))
  return session?.userId ?? null
}

async function without(request: Request, header: string): Promise<Request> {
  const { method, url } = request
  const headers = new Headers(request.headers)
  headers.delete(header)
  const body = await request.text()
  return new Request(url, { method, headers, ...(body && { body }) })
}
