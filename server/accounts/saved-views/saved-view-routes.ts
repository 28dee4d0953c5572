import { type Context, Hono } from 'hono'
import { getRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { NewViewSchema, ViewLayerSchema } from '#src/domain/saved-view/saved-view.ts'
import { savedViewCalls } from './saved-view-calls.ts'
import {
  deleteView,
  listViewsFor,
  putLayer,
  putView,
  type ViewCaller,
} from './saved-view-service.ts'
import { type SavedViewListAnswer, toWireView } from './saved-view-wire.ts'

/** The saved views of the panel's lists. Runs behind requireStaff. */
export function savedViewRoutes({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/saved-views', savedViewCalls.listSavedViews, async (c) => {
    const caller = callerOf(c)
    const views = await listViewsFor(db, caller)
    const data = views.map((view) => toWireView(view, caller.userId))
    const body = JSON.stringify({ success: true, data } satisfies SavedViewListAnswer)
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.put('/saved-views/:id', savedViewCalls.putSavedView, async (c) => {
    const view = parseBody(await readBody(c), NewViewSchema, 'Send the view.')
    const order = readOrder(c)
    await c.get('rights').write((trx) => putView(trx, { ...order, caller: callerOf(c) }, view))
    return c.json({ success: true })
  })

  routes.delete('/saved-views/:id', savedViewCalls.deleteSavedView, async (c) => {
    const order = readOrder(c)
    await c.get('rights').write((trx) => deleteView(trx, { ...order, caller: callerOf(c) }))
    return c.json({ success: true })
  })

  routes.put('/saved-views/:id/layer', savedViewCalls.putSavedViewLayer, async (c) => {
    const layer = parseBody(await readBody(c), ViewLayerSchema, 'Send the layer.')
    const order = readOrder(c)
    await c.get('rights').write((trx) => putLayer(trx, { ...order, caller: callerOf(c) }, layer))
    return c.json({ success: true })
  })

  /** @throws ServerError 400 for If-Match, 404 for an id that no view can have */
  function readOrder(c: Context<AppEnv>) {
    const id = c.req.param('id') ?? ''
    if (!isRecordId(id)) throw new ServerError(404, 'not-found', 'A view has no such id.')
    return { id, seen: readIfMatch(c.req.header('If-Match')), now: clock() }
  }

  return routes
}

/** In a writing transaction, the role as it is then. */
function callerOf(c: Context<AppEnv>): ViewCaller {
  return { userId: c.get('session').userId, role: getRole(c) }
}
