import { Hono } from 'hono'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { limitViews } from '#server/platform/limits/view-limit-service.ts'
import { isRobot } from './robot-agent.ts'
import { ViewSchema, viewCalls } from './view-calls.ts'
import { countView, type IsLive } from './view-count-service.ts'

const NOT_A_VIEW = 'Send the listing and the device as a JSON object.'

export function viewRoutes(deps: RouteDeps, isLive: IsLive): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const mayCount = limitViews(deps)

  // Always 204: the response reveals neither whether the listing exists nor whether the view
  // counts.
  routes.post('/views', viewCalls.countView, async (c) => {
    const view = parseBody(await readBody(c), ViewSchema, NOT_A_VIEW)
    if (!isRobot(c.req.header('User-Agent')))
      await countView({ ...forCall(c, deps), isLive }, { ...view, now: deps.clock() }, () =>
        mayCount(c, view.listing),
      )
    return c.body(null, 204)
  })

  return routes
}
