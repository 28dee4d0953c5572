import { type Context, Hono } from 'hono'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { toWireTeamMember } from '#server/accounts/people/staff-wire.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { RoleChangeSchema, SuspensionSchema } from '#src/domain/team/team.ts'
import { staffCalls } from './staff-calls.ts'
import {
  changeRole,
  listTeam,
  resetSecondFactor,
  type StaffChange,
  suspendStaff,
  unsuspendStaff,
} from './staff-service.ts'

export function staffRoutes(deps: RouteDeps): Hono<AppEnv> {
  const { db, clock } = deps
  const routes = new Hono<AppEnv>()
  const requireManageStaff = requirePermission('manage-staff')
  const requireConfirmation = requireRecentConfirmation({ clock })

  routes.get('/staff', staffCalls.listStaff, requireManageStaff, async (c) =>
    c.json({ success: true, data: (await listTeam(db)).map(toWireTeamMember) }),
  )

  routes.patch(
    '/staff/:id/role',
    staffCalls.changeRole,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const { role } = parseBody(await readBody(c), RoleChangeSchema, 'Choose a role.')
      await changeRole(forCall(c, deps), c.req.param('id'), role, readChange(c))
      return c.json({ success: true })
    },
  )

  routes.patch(
    '/staff/:id/suspension',
    staffCalls.setSuspension,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const sentence = 'Say whether the account is suspended.'
      const { isSuspended } = parseBody(await readBody(c), SuspensionSchema, sentence)
      const apply = isSuspended ? suspendStaff : unsuspendStaff
      await apply(forCall(c, deps), c.req.param('id'), readChange(c))
      return c.json({ success: true })
    },
  )

  routes.delete(
    '/staff/:id/second-factor',
    staffCalls.resetSecondFactor,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      await resetSecondFactor(forCall(c, deps), c.req.param('id'), readChange(c))
      return c.json({ success: true })
    },
  )

  function readChange(c: Context<AppEnv>): StaffChange {
    const { userId, deviceLabel } = c.get('session')
    return { actorId: userId, deviceLabel, now: clock() }
  }

  return routes
}
