import { type Context, Hono } from 'hono'
import { sendListExport } from '#server/accounts/export/list-export-service.ts'
import {
  getRole,
  requirePermission,
  requireRecentConfirmation,
  requireSearch,
} from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { listAuditEntries } from '#server/platform/audit/audit-service.ts'
import type { HistoryAnswer } from '#server/platform/audit/audit-wire.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import { type ListDeps, sendList } from '#server/platform/http/calls/list-answer.ts'
import { readPageRequest } from '#server/platform/http/calls/page-request.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { fieldSetOf } from '#src/domain/team/permission.ts'
import { loanCalls } from './loan-calls.ts'
import { makeLoanExport } from './loan-export-service.ts'
import { LOAN_PAGES, makeLoanPage, makeLoanSource } from './loan-pages.ts'
import { findLoan } from './loan-repository.ts'
import type { PanDeps } from './pan-service.ts'
import { revealPan } from './pan-service.ts'

export function loanRoutes(deps: RouteDeps & ListDeps & PanDeps): Hono<AppEnv> {
  const { db, lists } = deps
  const wholeLists = { all: makeLoanSource(deps, 'all'), names: makeLoanSource(deps, 'names') }
  const requireSeeLoans = requirePermission('see-loans')
  const routes = new Hono<AppEnv>()

  // The first path is in the specification; the second is a plural like the other routes.
  routes.get('/loan', loanCalls.listLoans, requireSeeLoans, sendLoans)
  routes.get('/loans', loanCalls.listLoansAlsoAt, requireSeeLoans, sendLoans)

  async function sendLoans(c: Context<AppEnv>) {
    requireSearch(c, 'see-loan-details', LOAN_PAGES.fields)
    const fields = fieldSetOf(getRole(c), 'loans')
    const page = readPageRequest(c.req.queries(), LOAN_PAGES)
    if (!page) return sendList(c, lists, wholeLists[fields])
    const etag = await getRevisionTag(db, fields)
    const body = JSON.stringify(await makeLoanPage(deps, page, { now: deps.clock(), fields }))
    // Ages change without a write.
    return sendTagged(c, page.conditions.length > 0 ? tagOf(body) : etag, () => body)
  }

  const requireRevealPan = requirePermission('reveal-pan')
  const requireConfirmation = requireRecentConfirmation(deps)
  routes.post(
    '/loan/:id/pan',
    loanCalls.revealPan,
    requireRevealPan,
    requireConfirmation,
    async (c) => {
      const panNumber = await revealPan(forCall(c, deps), c.req.param('id'), c.get('session'))
      return c.json({ success: true, data: { panNumber } })
    },
  )

  const requireSeeLoanDetails = requirePermission('see-loan-details')
  routes.get('/loan/:id/history', loanCalls.listLoanHistory, requireSeeLoanDetails, async (c) => {
    const loan = await findLoan(db, c.req.param('id'))
    if (!loan) throw new ServerError(404, 'not-found', 'This loan application does not exist.')
    const applied = {
      at: loan.created_at,
      action: 'Applied',
      from: null,
      to: null,
      actorId: null,
      by: null,
      device: null,
      detail: loan.occupation_type,
    }
    const data = [...(await listAuditEntries(db, 'loan', loan.id)), applied]
    return c.json({ success: true, data } satisfies HistoryAnswer)
  })

  const exported = makeLoanExport(deps)
  routes.post(
    '/loans/export',
    loanCalls.exportLoans,
    requirePermission('see-loans'),
    requireRecentConfirmation(deps),
    (c) => sendListExport(c, deps, exported),
  )

  return routes
}
