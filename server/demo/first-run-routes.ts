import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, CallDeps, RouteDeps } from '#server/platform/app-env.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { firstRunCalls } from './first-run-calls.ts'

/** Fills an empty database; null if it is not empty. */
type SeedDemo<Deps> = (
  place: Pick<CallDeps, 'db' | 'write'>,
  order: Deps & { now: Date; by: { accountId: string; deviceLabel: string } },
) => Promise<{ demoUser: { email: string; newPassword: string } } | null>

/** Lets an owner of the panel create the demo data while there is no marketplace data. */
export function firstRunRoutes<Deps extends Pick<RouteDeps, 'db' | 'clock'>>(
  deps: Deps,
  seedDemo: SeedDemo<Deps>,
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
  const sentence = 'There are listings or users already. Nothing was changed.'
  return new ServerError(409, 'not-empty', sentence)
}
