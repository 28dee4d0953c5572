import { Hono } from 'hono'
import { requireApiKey } from '#server/accounts/api-keys/api-key-guard.ts'
import { apiKeyRoutes } from '#server/accounts/api-keys/api-key-routes.ts'
import { deletionRoutes, memberDeletionRoutes } from '#server/accounts/erasure/deletion-routes.ts'
import { exportJobRoutes } from '#server/accounts/export/export-job-routes.ts'
import { memberDataRoutes, ownDataRoutes } from '#server/accounts/export/personal-data-routes.ts'
import {
  findCallerSession,
  getRole,
  requireActive,
  requirePermission,
  requireRole,
  requireSession,
  requireStaff,
} from '#server/accounts/guards/auth-guard.ts'
import { openRights } from '#server/accounts/guards/rights-guard.ts'
import { invitationRoutes } from '#server/accounts/links/invitation-routes.ts'
import { linkRoutes } from '#server/accounts/links/link-routes.ts'
import { memberRoutes } from '#server/accounts/members/member-routes.ts'
import { ownAccountRoutes } from '#server/accounts/own-account/own-account-routes.ts'
import { passkeyRoutes } from '#server/accounts/passkeys/passkey-routes.ts'
import { savedViewRoutes } from '#server/accounts/saved-views/saved-view-routes.ts'
import { factorRuleRoutes } from '#server/accounts/second-factor/factor-rule-routes.ts'
import { secondFactorRoutes } from '#server/accounts/second-factor/second-factor-routes.ts'
import { sessionHashOf } from '#server/accounts/sessions/session-service.ts'
import { authRoutes } from '#server/accounts/sign-in/auth-routes.ts'
import { meRoutes } from '#server/accounts/team/me-routes.ts'
import { staffRoutes } from '#server/accounts/team/staff-routes.ts'
import { dashboardRoutes } from '#server/dashboard/dashboard-routes.ts'
import { seedDemo } from '#server/demo/demo-seeding.ts'
import { firstRunRoutes } from '#server/demo/first-run-routes.ts'
import { eventRoutes } from '#server/events/event-routes.ts'
import { grievanceDeskRoutes, grievanceRoutes } from '#server/grievances/grievance-routes.ts'
import { assignmentRoutes } from '#server/listings/assignments/assignment-routes.ts'
import { claimRoutes } from '#server/listings/claims/claim-routes.ts'
import { isLive } from '#server/listings/content/own-posting-service.ts'
import { reviewCalendarRoutes } from '#server/listings/due/review-calendar-routes.ts'
import { importFileRoutes } from '#server/listings/import/import-file-routes.ts'
import { wordMissingMedia } from '#server/listings/import/import-media-service.ts'
import { listingImportRoutes } from '#server/listings/import/site-import-routes.ts'
import { batchChangeRoutes } from '#server/listings/list/batch-change-routes.ts'
import { listingRoutes } from '#server/listings/list/listing-routes.ts'
import { listingChangesRoutes } from '#server/listings/list/operator-change-routes.ts'
import { mediaRoutes } from '#server/listings/media/media-routes.ts'
import { postingRoutes } from '#server/listings/own/posting-routes.ts'
import { reasonRoutes } from '#server/listings/reasons/reason-routes.ts'
import { contactAttemptRoutes } from '#server/listings/review/contact-attempt-routes.ts'
import { duplicateRoutes } from '#server/listings/review/group/duplicate-routes.ts'
import { postingReviewRoutes } from '#server/listings/review/posting-review-routes.ts'
import type { UploadDeps } from '#server/listings/uploads/upload-lease-service.ts'
import { uploadRoutes } from '#server/listings/uploads/upload-routes.ts'
import { viewRoutes } from '#server/listings/views/view-routes.ts'
import {
  visitPhotoFileRoutes,
  visitPhotoRoutes,
} from '#server/listings/visits/visit-photo-routes.ts'
import { visitRoutes } from '#server/listings/visits/visit-routes.ts'
import { loanRoutes } from '#server/loans/loan-routes.ts'
import type { PanDeps } from '#server/loans/pan-service.ts'
import { mentionRoutes } from '#server/notes/mention-routes.ts'
import { noteChangesRoutes, noteRoutes } from '#server/notes/note-routes.ts'
import { messageRoutes } from '#server/notices/messages/message-routes.ts'
import { webhookRoutes } from '#server/notices/webhooks/webhook-routes.ts'
import { makeExportedLists } from '#server/operations/exported-lists.ts'
import { nameJob } from '#server/operations/job-name-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { paymentRoutes } from '#server/payments/payment-routes.ts'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { auditRoutes } from '#server/platform/audit/audit-routes.ts'
import { forReading } from '#server/platform/database/write.ts'
import { healthRoutes } from '#server/platform/health/health-routes.ts'
import type { Lifecycle } from '#server/platform/health/readiness-service.ts'
import type { ListDeps } from '#server/platform/http/calls/list-answer.ts'
import { refuseForeignPages } from '#server/platform/http/cross-site-guard.ts'
import { compression } from '#server/platform/http/files/compression.ts'
import { staticFiles } from '#server/platform/http/files/static-files.ts'
import { crossOrigin, securityHeaders } from '#server/platform/http/http-headers.ts'
import { makeMethodFinder } from '#server/platform/http/method-check.ts'
import { requestLog } from '#server/platform/http/request-log.ts'
import { requestMetrics } from '#server/platform/http/request-metrics.ts'
import { errorBody, ServerError, sendError } from '#server/platform/http/server-error.ts'
import { jobRoutes } from '#server/platform/jobs/job-routes.ts'
import { limitKey, limitNetwork, limitSession } from '#server/platform/limits/flood-guard.ts'
import { limitCalls } from '#server/platform/limits/route-limits.ts'
import { type ChangeDeps, changeRoutes } from '#server/platform/live/change-routes.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'
import { openApiRoutes } from '#server/platform/openapi/openapi-routes.ts'
import { restoreRoutes } from '#server/restores/restore-routes.ts'

const MAX_URL_CHARS = 9_000 // the 8 kB of filters that an address may have, and the rest of the query

/** What all parts of the server need together. */
export interface WholeDeps
  extends Omit<AppDeps, 'parts'>,
    ChangeDeps,
    ListDeps,
    MediaDeps,
    PanDeps,
    UploadDeps {
  metrics: Metrics
  lifecycle: Lifecycle
  /** The built app; null to serve only the API. */
  distDir: string | null
  /** Folders with the media files that are not in `mediaStore`, such as the demonstration data's; searched in this order. */
  mediaDirs: readonly string[]
}

/** Builds the whole server as a function from request to response, without listening on a port. */
export function createApp({ write, ...own }: WholeDeps): Hono<AppEnv> {
  const deps = { ...own, db: forReading(own.db), writeAsServer: write, parts: PERSONAL_PARTS }
  const { settings, log, distDir, publicUrl } = deps
  const app = new Hono<AppEnv>()

  app.use(requestLog(deps))
  app.use(requestMetrics(deps))
  app.use(securityHeaders(settings))
  if (settings.corsOrigins.length > 0) {
    app.use('/api/*', crossOrigin(settings))
    app.use('/media/*', crossOrigin(settings))
  }
  app.use(async (c, next) => {
    if (c.req.url.length - new URL(c.req.url).origin.length > MAX_URL_CHARS)
      throw new ServerError(414, 'url-too-long', 'This address is too long.')
    await next()
  })
  app.use('/api/*', async (c, next) => {
    // No record has an id with a NUL, and the database rejects a NUL.
    if (c.req.path.includes('\0')) throw nothingHere()
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.use('/api/*', compression(log), openRights(deps))
  const { countRequests, chargeBytes } = limitNetwork(deps)
  app.use(
    '/api/*',
    countRequests,
    chargeBytes,
    refuseForeignPages(deps),
    limitCalls(deps, (c) => findCallerSession(c, deps)),
  )
  app.use('/media/*', countRequests)
  const ofSession = limitSession(deps)
  app.use('/api/admin/*', requireSession(deps), ofSession, requireStaff())
  app.use('/api/events/*', requireSession(deps), ofSession)
  app.use('/api/account/*', requireSession(deps), ofSession)

  app.use('/api/import/*', requireApiKey(deps), limitKey(deps))

  app.route('/api', healthRoutes(deps))
  app.route('/api', openApiRoutes(app))
  app.route('/api/auth', authRoutes(deps))
  app.route('/api/auth', linkRoutes(deps))
  app.route('/api/auth', ownAccountRoutes(deps))
  app.route('/api/auth', deletionRoutes(deps))
  app.route('/api/auth', secondFactorRoutes(deps))
  app.route('/api/auth', passkeyRoutes(deps))
  app.route('/api/auth', ownDataRoutes(deps))
  app.route('/api/events', eventRoutes(deps))
  app.route('/api/account', postingRoutes(deps, wordMissingMedia))
  app.route('/api/account', uploadRoutes(deps))
  app.route('/api/account', messageRoutes(deps))
  app.route('/api/import', listingImportRoutes(deps))
  app.route('/api', viewRoutes(deps, isLive))
  app.route('/api', grievanceRoutes(deps))
  // Before requireActive: changes that were queued offline must sync even if the session is idle.
  app.route('/api/admin', listingChangesRoutes(deps))
  app.route('/api/admin', batchChangeRoutes(deps))
  app.route('/api/admin', noteChangesRoutes(deps))
  app.route('/api/admin', contactAttemptRoutes(deps))
  app.route('/api/admin', visitRoutes(deps))
  app.route('/api/admin', visitPhotoRoutes(deps))
  app.use('/api/admin/*', requireActive(deps))
  app.route('/api/admin', visitPhotoFileRoutes(deps))
  app.route('/api/admin', meRoutes(deps))
  app.route(
    '/api/admin',
    changeRoutes(deps, (c) => sessionHashOf(c.get('session'))),
  )
  app.route('/api/admin', savedViewRoutes(deps))
  app.route('/api/admin', exportJobRoutes(deps, makeExportedLists(deps)))
  app.route('/api/admin', staffRoutes(deps))
  app.route('/api/admin', invitationRoutes(deps))
  app.route('/api/admin', factorRuleRoutes(deps))
  app.route('/api/admin', restoreRoutes(deps))
  app.route('/api/admin', firstRunRoutes(deps, seedDemo))
  app.route('/api/admin', apiKeyRoutes(deps))
  app.route('/api/admin', importFileRoutes(deps))
  app.route('/api/admin', webhookRoutes(deps))
  app.route('/api/admin', jobRoutes(deps, nameJob, requirePermission('connect-sites')))
  app.route('/api/admin', dashboardRoutes(deps))
  app.route('/api/admin', listingRoutes(deps))
  app.route('/api/admin', reasonRoutes(deps))
  app.route('/api/admin', reviewCalendarRoutes(deps))
  app.route('/api/admin', claimRoutes(deps))
  app.route('/api/admin', assignmentRoutes(deps))
  app.route('/api/admin', noteRoutes(deps))
  app.route('/api/admin', mentionRoutes(deps))
  app.route('/api/admin', postingReviewRoutes(deps))
  app.route('/api/admin', duplicateRoutes(deps))
  app.route('/api/admin', memberRoutes(deps))
  app.route('/api/admin', memberDeletionRoutes(deps))
  app.route('/api/admin', memberDataRoutes(deps))
  app.route('/api/admin', loanRoutes(deps))
  app.route('/api/admin', grievanceDeskRoutes(deps))
  app.route('/api/admin', paymentRoutes(deps))
  app.route(
    '/api/admin',
    auditRoutes(deps, (c, permission) => requireRole(getRole(c), permission)),
  )
  app.route('/media', mediaRoutes(deps))

  const findMethods = makeMethodFinder(app)
  app.all('/api/*', (c) => {
    const methods = findMethods(c.req.path)
    if (methods.length === 0) throw nothingHere()
    const allow = methods.join(', ')
    const sentence = `This address answers ${allow} only.`
    return c.json(errorBody('method-not-allowed', sentence), 405, { Allow: allow })
  })
  if (distDir) app.get('*', staticFiles(distDir, publicUrl))

  // A later deployment may add this URL, so caches must not store the 404.
  app.notFound((c) =>
    c.text('There is nothing at this address.', 404, { 'Cache-Control': 'no-store' }),
  )
  app.onError((error, c) => sendError(error, c, deps))
  return app
}

function nothingHere(): ServerError {
  return new ServerError(404, 'not-found', 'There is nothing at this address.')
}
