import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { finishUpload } from '#server/listings/uploads/upload-finish-service.ts'
import type { UploadDeps } from '#server/listings/uploads/upload-lease-service.ts'
import { findPhoto } from '#server/listings/visit-photos/visit-photo-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { VisitPhotoRow } from '#server/platform/database/rows/visit-rows.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { sendFile } from '#server/platform/http/files/file-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { findVisitName } from '#server/platform/media/stores/media-names.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { orUnavailable } from '#server/platform/media/stores/media-store-trouble.ts'
import { VisitPhotoSchema } from '#src/domain/visit/visit-schemas.ts'
import { visitPhotoCalls } from './visit-photo-calls.ts'
import { useForVisit } from './visit-photo-use.ts'

type Deps = RouteDeps & MediaDeps & UploadDeps

/** Photos arrive with the visits that were queued on a device, so they are also accepted from an idle session. */
export function visitPhotoRoutes(deps: Deps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const { addPhoto } = visitPhotoCalls
  const mayDecide = requirePermission('decide-listings')
  routes.post('/properties/:id/visit-photos', addPhoto, mayDecide, async (c) => {
    const { upload, takenAt } = parseBody(await readBody(c), VisitPhotoSchema, 'Name the upload.')
    const personId = c.get('session').userId
    const use = useForVisit({ listingId: c.req.param('id'), personId, takenAt })
    const photo = await finishUpload(forCall(c, deps), { id: upload, ownerId: personId }, use)
    return c.json({ success: true, data: toWirePhoto(photo) })
  })
  return routes
}

/** The files, for the team alone. */
export function visitPhotoFileRoutes(deps: Deps): Hono<AppEnv> {
  const { db, mediaStore } = deps
  const routes = new Hono<AppEnv>()
  const maySee = requirePermission('see-listings')
  routes.get('/visit-photos/:id', visitPhotoCalls.readPhoto, maySee, async (c) => {
    const id = c.req.param('id')
    const name = findVisitName(c.req.query('size') ?? 'small')
    const photo = await findPhoto(db, id)
    if (name === null || !photo?.visit_id) throw gone()
    const file = await orUnavailable(deps, () => mediaStore.open({ mediaId: id, name }))
    if (!file) throw gone()
    const answer = sendFile(c, file, file.contentType)
    if (!answer.body) await file.close()
    return answer
  })
  return routes
}

export function toWirePhoto({ id, taken_at: takenAt, width, height, thumbhash }: VisitPhotoRow) {
  return { id, takenAt, width, height, thumbhash }
}

function gone(): ServerError {
  return new ServerError(404, 'not-found', 'This photo does not exist any more.')
}
