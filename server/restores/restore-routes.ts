import { type Context, Hono } from 'hono'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import {
  type PasskeyRemoval,
  removeRestoredPasskey,
  removeRestoredPasskeysOfMembers,
} from '#server/accounts/passkeys/restored-passkey-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { restoreCalls, toWireRestore } from './restore-calls.ts'
import { endRestoreCheck, findRestoreToCheck, requireRestore } from './restore-note-service.ts'

/** What an owner looks at after a restore. People and webhooks have calls of their own. */
export function restoreRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const requireManageStaff = requirePermission('manage-staff')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/restore', restoreCalls.findRestore, requireManageStaff, async (c) =>
    c.json({ success: true, data: toWireRestore(await findRestoreToCheck(deps.db)) }),
  )

  routes.delete(
    '/restore',
    restoreCalls.endRestoreCheck,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      await endRestoreCheck(forCall(c, deps), readChange(c))
      return c.json({ success: true })
    },
  )

  routes.delete(
    '/restore/passkeys/:id',
    restoreCalls.removeRestoredPasskey,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const { restored_at: restoredAt } = await requireRestore(deps.db)
      const restored = { id: c.req.param('id'), restoredAt }
      await removeRestoredPasskey(forCall(c, deps), restored, readChange(c))
      return c.json({ success: true })
    },
  )

  routes.delete(
    '/restore/member-passkeys',
    restoreCalls.removeMemberPasskeys,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const { restored_at: restoredAt } = await requireRestore(deps.db)
      await removeRestoredPasskeysOfMembers(forCall(c, deps), restoredAt, readChange(c))
      return c.json({ success: true })
    },
  )

  function readChange(c: Context<AppEnv>): PasskeyRemoval {
    const { userId: actorId, deviceLabel } = c.get('session')
    return { actorId, deviceLabel, now: deps.clock() }
  }

  return routes
}
