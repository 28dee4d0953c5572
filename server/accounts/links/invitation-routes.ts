import { type Context, Hono } from 'hono'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { listInvitations } from '#server/accounts/people/link-repository.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { InvitationSchema } from '#src/domain/team/team.ts'
import { invitationCalls, type SentWire, toWireInvitation } from './invitation-calls.ts'
import {
  type InvitationWithLink,
  type Inviter,
  invite,
  resendInvitation,
  revokeInvitation,
} from './invitation-service.ts'

export function invitationRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const requireManageStaff = requirePermission('manage-staff')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/staff/invitations', invitationCalls.listInvitations, requireManageStaff, async (c) =>
    c.json({ success: true, data: (await listInvitations(deps.db)).map(toWireInvitation) }),
  )

  routes.post(
    '/staff/invitations',
    invitationCalls.invite,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const sentence = 'Enter an e-mail address and choose a role.'
      const wanted = parseBody(await readBody(c), InvitationSchema, sentence)
      return c.json(toSentAnswer(await invite(forCall(c, deps), wanted, readInviter(c))))
    },
  )

  routes.post(
    '/staff/invitations/:id/resend',
    invitationCalls.resendInvitation,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const sent = await resendInvitation(forCall(c, deps), c.req.param('id'), readInviter(c))
      return c.json(toSentAnswer(sent))
    },
  )

  routes.delete(
    '/staff/invitations/:id',
    invitationCalls.revokeInvitation,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      await revokeInvitation(forCall(c, deps), c.req.param('id'), readInviter(c))
      return c.json({ success: true })
    },
  )

  function readInviter(c: Context<AppEnv>): Inviter {
    const { userId, deviceLabel } = c.get('session')
    return { userId, deviceLabel, now: deps.clock() }
  }

  return routes
}

function toSentAnswer({ invitation, ...rest }: InvitationWithLink): SentWire {
  return { success: true, data: { invitation: toWireInvitation(invitation), ...rest } }
}
