import { Hono } from 'hono'
import { getRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { dashboardCalls } from './dashboard-calls.ts'
import { getDashboard } from './dashboard-service.ts'

export function dashboardRoutes({ db, clock }: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/dashboard-stats', dashboardCalls.getDashboard, async (c) => {
    const data = await getDashboard(db, clock(), getRole(c))
    const body = JSON.stringify({ success: true, data })
    // Boosts expire and months begin without a write, so the ETag is a hash of the response.
    return sendTagged(c, tagOf(body), () => body)
  })

  return routes
}
