import { Hono } from 'hono'
import type { AppEnv, RouteDeps } from '#server/app-env.ts'
import { requirePermission } from '#server/auth/auth-guard.ts'
import { forCall } from '#server/auth/rights-guard.ts'
import { seedDemo } from '#server/demo-seeding.ts'
import { ServerError } from '#server/http/server-error.ts'
import type { PanDeps } from '#server/loans/pan-service.ts'
import { firstRunCalls } from './first-run-calls.ts'

/** Lets an owner of the panel create the demo data while there is no marketplace data. */
export function firstRunRoutes(
  deps: Pick<RouteDeps, 'db' | 'clock' | 'appSecret'> & PanDeps,
): Hono<AppEnv> {
  const { clock } = deps
  const routes = new Hono<AppEnv>()
  const requireConnectSites = requirePermission('connect-sites')

  routes.post('/demonstration', firstRunCalls.addDemonstration, requireConnectSites, async (c) => {
    const { userId: accountId, deviceLabel } = c.get('session')
    const by = { accountId, deviceLabel }
    const seeded = await seedDemo(forCall(c, deps), { ...deps, now: clock(), by })
    if (!seeded) throw notEmpty()
    const { email, newPassword: password } = seeded.demoUser
    return c.json({ success: true, data: { email, password } })
  })

  return routes
}

function notEmpty(): ServerError {
  const sentence = 'There are listings or members already. Nothing was changed.'
  return new ServerError(409, 'not-empty', sentence)
}
