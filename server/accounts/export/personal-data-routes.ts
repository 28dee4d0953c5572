import { Hono } from 'hono'
import {
  requireLiveSession,
  requirePermission,
  requireRecentConfirmation,
  requireSession,
} from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import type { ExportReader } from '#server/platform/personal-tables/personal-table.ts'
import { offerExport } from './export-offer-service.ts'
import { startExport } from './export-service.ts'
import { type OfferAnswer, personalDataCalls } from './personal-data-calls.ts'

/** Lets people export their own data. */
export function ownDataRoutes(deps: RouteDeps & Pick<ExportReader, 'pans'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.post('/export', personalDataCalls.exportData, signedIn, requireConfirmation, async (c) => {
    const day = deps.clock().toISOString().slice(0, 10)
    const network = findClientAddress(c, deps.settings.trustedProxies)
    const archive = await startExport(forCall(c, deps), {
      session: c.get('session'),
      network,
      // The confirmation is for the start alone: over a slow line, the download may take longer than its ten minutes.
      requireSession: () => requireLiveSession(c, deps),
    })
    return c.body(archive, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="property-marketplace-data-${day}.zip"`,
    })
  })

  return routes
}

/** Lets staff mail a user how to export their data. */
export function memberDataRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const requireOfferExport = requirePermission('offer-export')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.post(
    '/users/:id/export-offer',
    personalDataCalls.offerExport,
    requireOfferExport,
    requireConfirmation,
    async (c) => {
      const network = findClientAddress(c, deps.settings.trustedProxies)
      const id = c.req.param('id')
      const isMailed = await offerExport(forCall(c, deps), id, c.get('session'), network)
      return c.json({ success: true, data: { isMailed } } satisfies OfferAnswer)
    },
  )

  return routes
}
