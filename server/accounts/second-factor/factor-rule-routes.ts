import { Hono } from 'hono'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { FactorRuleSchema } from '#src/domain/team/factor-rule.ts'
import { factorRuleCalls } from './factor-rule-calls.ts'
import { changeRule, listRules } from './factor-rule-service.ts'

export function factorRuleRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const requireManageStaff = requirePermission('manage-staff')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/factor-rules', factorRuleCalls.listFactorRules, requireManageStaff, async (c) =>
    c.json({ success: true, data: await listRules(deps.db, deps) }),
  )

  routes.patch(
    '/factor-rules',
    factorRuleCalls.changeFactorRule,
    requireManageStaff,
    requireConfirmation,
    async (c) => {
      const rule = parseBody(await readBody(c), FactorRuleSchema, 'Choose a role.')
      const { userId: actorId, deviceLabel } = c.get('session')
      await changeRule(forCall(c, deps), rule, { actorId, deviceLabel, now: deps.clock() })
      return c.json({ success: true })
    },
  )

  return routes
}
