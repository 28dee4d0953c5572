import { type Context, Hono } from 'hono'
import { requireSeller, requireUploader } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { toWireMedia } from '#server/listings/media/listing-media-wire.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { makeWriteWithin } from '#server/platform/database/write.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { requireSpace } from '#server/platform/http/files/free-space.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { boundChunk } from './bounded-chunk.ts'
import { isUnfinished, listUnfinished } from './unfinished-uploads-service.ts'
import { FinishSchema, uploadCalls } from './upload-calls.ts'
import { finishUpload, useForListing } from './upload-finish-service.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import type { UploadProtocol } from './upload-protocol.ts'
import { giveUpUpload, openUpload, requireOwnUpload } from './upload-service.ts'

const TUS_VERSION = '1.0.0'
const CREATED = { status: 201, body: JSON.stringify({ success: true }), etag: null } as const
const UPLOAD_ID = /^[0-9a-f]{32}$/

/** Uploads of the signed-in end user, in the tus protocol, and the media made from them. */
export function uploadRoutes(deps: RouteDeps & MediaDeps & UploadDeps): Hono<AppEnv> {
  const { db, uploadDir } = deps
  const routes = new Hono<AppEnv>()
  const sellers = requireSeller()
  const uploaders = requireUploader()
  let protocol: Promise<UploadProtocol> | undefined
  // Loaded with the first upload, because the library would slow down the start of the server.
  const loadProtocol = () => {
    protocol ??= import('./upload-protocol.ts').then((code) => code.makeUploadProtocol(deps))
    return protocol
  }

  /** Checks that the caller owns the upload before the protocol sees the request. */
  async function requireUploadOf(c: Context<AppEnv>) {
    const id = c.req.param('id') ?? ''
    const ownerId = c.get('session').userId
    if (!UPLOAD_ID.test(id)) throw new ServerError(404, 'not-found', 'This is not an upload.')
    return requireOwnUpload(db, { id, ownerId })
  }

  routes.post('/uploads', uploadCalls.createUpload, uploaders, async (c) => {
    requireTus(c)
    const network = findClientAddress(c, deps.settings.trustedProxies)
    const wanted = { bytes: readLength(c), network }
    const { create } = await loadProtocol()
    c.header('Tus-Resumable', TUS_VERSION)
    const answer = (id: string) => {
      c.header('Location', `/api/account/uploads/${id}`)
      return CREATED
    }
    return sendOnce(c, deps, String(wanted.bytes), {
      async apply(trx) {
        const order = { ...deps, write: makeWriteWithin(trx) }
        const { id, bytes } = await openUpload(order, c.get('session'), wanted)
        // Before the row is visible: a repeat of this request may already send bytes, which a later creation would cut off.
        await create(id, bytes)
        return { ...answer(id), stored: { entityId: id, version: null } }
      },
      rebuild: async (trx, { entityId }) =>
        (await isUnfinished(trx, entityId)) ? answer(entityId) : null,
    })
  })

  routes.get('/uploads', uploadCalls.listUploads, async (c) => {
    const data = await listUnfinished(deps, c.get('session').userId)
    return c.json({ success: true, data })
  })

  routes.get('/uploads/:id', uploadCalls.findUpload, async (c) => {
    const { id, bytes: length } = await requireUploadOf(c)
    const headers = { 'Tus-Resumable': TUS_VERSION }
    const request = new Request(c.req.url, { method: 'HEAD', headers })
    const answer = await answerTus(c, id, request)
    const offset = Number(answer.headers.get('Upload-Offset'))
    return c.json({ success: true, data: { offset, length } }, 200, headersOf(answer))
  })

  routes.patch('/uploads/:id', uploadCalls.continueUpload, uploaders, async (c) => {
    requireTus(c)
    const { id, bytes } = await requireUploadOf(c)
    const chunk = boundChunk(c.req.raw, bytes)
    await requireSpace(uploadDir, chunk.bytes)
    try {
      return await answerTus(c, id, chunk.request)
    } catch (error) {
      chunk.requireWithin() // the true cause, where the protocol saw only a body that was cut off
      throw error
    }
  })

  routes.delete('/uploads/:id', uploadCalls.removeUpload, uploaders, async (c) => {
    requireTus(c)
    const { id } = await requireUploadOf(c)
    await giveUpUpload(forCall(c, deps), id)
    return c.body(null, 204, { 'Tus-Resumable': TUS_VERSION })
  })

  routes.post('/listings/:id/media', uploadCalls.addListingMedia, sellers, async (c) => {
    const { upload } = parseBody(await readBody(c), FinishSchema, 'Name the upload.')
    const ownerId = c.get('session').userId
    const use = useForListing(c.req.param('id'), ownerId)
    const media = await finishUpload(forCall(c, deps), { id: upload, ownerId }, use)
    return c.json({ success: true, data: toWireMedia(media) })
  })

  async function answerTus(c: Context<AppEnv>, id: string, request: Request): Promise<Response> {
    return (await loadProtocol()).answer(id, request, forCall(c, deps), c.get('rights'))
  }

  return routes
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers)
}

function requireTus(c: Context<AppEnv>): void {
  if (c.req.header('Tus-Resumable') === TUS_VERSION) return
  throw new ServerError(412, 'not-tus', 'This address speaks the tus protocol, version 1.0.0.')
}

function readLength(c: Context<AppEnv>): number {
  const text = c.req.header('Upload-Length') ?? ''
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new ServerError(400, 'invalid-input', 'Upload-Length names the bytes of the file.')
}
