import { type Context, Hono } from 'hono'
import {
  requirePermission,
  requireRecentConfirmation,
  requireSession,
} from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { DeletionRequestSchema, KeepAccountSchema } from '#src/domain/account/account-deletion.ts'
import { deletionCalls, memberDeletionCalls } from './deletion-calls.ts'
import { keepMember, keepOwnAccount } from './deletion-cancel-service.ts'
import {
  type DeletionActor,
  getDeletion,
  getMemberDeletion,
  requestAccountDeletion,
  requestMemberDeletion,
} from './deletion-service.ts'

/** The deletion of the caller's own account, for staff and end users alike. */
export function deletionRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/deletion', deletionCalls.getDeletion, signedIn, async (c) =>
    c.json({ success: true, data: await getDeletion(deps.db, c.get('session').userId) }),
  )

  routes.post(
    '/deletion',
    deletionCalls.requestDeletion,
    signedIn,
    requireConfirmation,
    async (c) => {
      const sentence = 'Say whether the consent is withdrawn.'
      const request = parseBody(await readBody(c), DeletionRequestSchema, sentence)
      const by = readActor(c, deps)
      const data = await requestAccountDeletion(forCall(c, deps), by.actorId, request, by)
      return c.json({ success: true, data })
    },
  )

  routes.post(
    '/deletion/cancellation',
    deletionCalls.keepAccount,
    signedIn,
    requireConfirmation,
    async (c) => {
      const sentence = 'Say whether you agree to the policy.'
      const kept = parseBody(await readBody(c), KeepAccountSchema, sentence)
      await keepOwnAccount(forCall(c, deps), kept, readActor(c, deps))
      return c.json({ success: true })
    },
  )

  return routes
}

/** The deletion of a member's account by support, when the member asks. */
export function memberDeletionRoutes(deps: RouteDeps): Hono<AppEnv> {
  const { db } = deps
  const routes = new Hono<AppEnv>()
  const requireDeleteMembers = requirePermission('delete-members')
  const requireConfirmation = requireRecentConfirmation(deps)
  const path = '/users/:id/deletion'

  routes.get(path, memberDeletionCalls.getUserDeletion, requireDeleteMembers, async (c) =>
    c.json({ success: true, data: await getMemberDeletion(db, c.req.param('id')) }),
  )

  routes.post(
    path,
    memberDeletionCalls.requestUserDeletion,
    requireDeleteMembers,
    requireConfirmation,
    async (c) => {
      const data = await requestMemberDeletion(
        forCall(c, deps),
        c.req.param('id'),
        readActor(c, deps),
      )
      return c.json({ success: true, data })
    },
  )

  routes.delete(
    path,
    memberDeletionCalls.keepUser,
    requireDeleteMembers,
    requireConfirmation,
    async (c) => {
      await keepMember(forCall(c, deps), c.req.param('id'), readActor(c, deps))
      return c.json({ success: true })
    },
  )

  return routes
}

function readActor(
  c: Context<AppEnv>,
  { clock, settings }: Pick<RouteDeps, 'clock' | 'settings'>,
): DeletionActor {
  const { userId, deviceLabel } = c.get('session')
  const network = findClientAddress(c, settings.trustedProxies)
  return { actorId: userId, deviceLabel, network, now: clock() }
}
