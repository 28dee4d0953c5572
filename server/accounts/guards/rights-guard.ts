// What a call requires of its caller. A guard states each requirement once. It is checked when the call begins, so
// that a caller without the right cannot make the server receive a body, and again in each writing transaction of the
// call, because the session, the role or the key may have ended since. Writing transactions run one after the other,
// so each sees every revocation that was answered before it began.

import type { Context, MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import type { AppEnv, RightCheck, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'

/** Gives each call its rights, at first without a requirement. Runs before all guards. */
export function openRights({
  db,
  writeAsServer,
}: Pick<RouteDeps, 'db' | 'writeAsServer'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const checks: RightCheck[] = []
    const checkAll = async (now: Kysely<Tables>) => {
      for (const check of checks) await check(now)
    }
    c.set('rights', {
      async require(check) {
        await check(db)
        checks.push(check)
      },
      checkAgain: () => checkAll(db),
      write: (work) =>
        writeAsServer(async (trx) => {
          await checkAll(trx)
          return work(trx)
        }),
    })
    await next()
  }
}

/** The dependencies of a service, with the `write` of this call. */
export function forCall<Deps extends object>(
  c: Context<AppEnv>,
  deps: Deps,
): Deps & { write: Write } {
  return { ...deps, write: c.get('rights').write }
}
