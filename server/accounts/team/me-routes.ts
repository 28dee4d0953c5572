import { Hono } from 'hono'
import { getRole } from '#server/accounts/guards/auth-guard.ts'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import { type MeAnswer, roleVersionOf } from '#server/accounts/people/staff-wire.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { listPermissions } from '#src/domain/team/permission.ts'
import { meCalls } from './me-calls.ts'

export function meRoutes({ db }: Pick<RouteDeps, 'db'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/me', meCalls.getMe, async (c) => {
    const account = await findAccountById(db, c.get('session').userId)
    const role = getRole(c)
    return c.json({
      success: true,
      data: {
        name: account?.full_name ?? null,
        role,
        roleVersion: roleVersionOf(role),
        permissions: listPermissions(role),
      },
    } satisfies MeAnswer)
  })

  return routes
}
