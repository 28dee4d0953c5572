import { Hono } from 'hono'
import { sendListExport } from '#server/accounts/export/list-export-service.ts'
import {
  requirePermission,
  requireRecentConfirmation,
  requireSearch,
} from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { type ListDeps, sendList } from '#server/platform/http/calls/list-answer.ts'
import { readPageRequest } from '#server/platform/http/calls/page-request.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { paymentCalls } from './payment-calls.ts'
import { makePaymentExport } from './payment-export-service.ts'
import { makePaymentPage, makePaymentSource, PAYMENT_PAGES } from './payment-service.ts'

export function paymentRoutes(deps: RouteDeps & ListDeps): Hono<AppEnv> {
  const { db, clock, lists } = deps
  const wholeList = makePaymentSource(db)
  const routes = new Hono<AppEnv>()

  const requireSeePayments = requirePermission('see-payments')

  routes.get('/payments', paymentCalls.listPayments, requireSeePayments, async (c) => {
    requireSearch(c, 'see-member-details')
    const page = readPageRequest(c.req.queries(), PAYMENT_PAGES)
    if (!page) return sendList(c, lists, wholeList)
    const body = JSON.stringify(await makePaymentPage(db, page, clock()))
    return sendTagged(c, tagOf(body), () => body)
  })

  const exported = makePaymentExport(db)
  routes.post(
    '/payments/export',
    paymentCalls.exportPayments,
    requirePermission('see-payments'),
    requireRecentConfirmation(deps),
    (c) => sendListExport(c, deps, exported),
  )

  return routes
}
