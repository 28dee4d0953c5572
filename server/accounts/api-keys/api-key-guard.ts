// Checks the API key of calls under /api/import. Reads only the header, so that a caller without a key
// cannot make the server receive a body.

import type { MiddlewareHandler } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { ApiKeyScope } from '#src/domain/api-key.ts'
import { findKeyHolder, noteUse } from './api-key-service.ts'

const KEY_HEADER = /^Bearer +(pmk_[\w-]{43})$/i

/** Refuses calls without a valid key (401). */
export function requireApiKey(
  deps: Pick<RouteDeps, 'clock' | 'background' | 'writeAsServer'>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = KEY_HEADER.exec(c.req.header('Authorization') ?? '')?.[1]
    await c.get('rights').require(async (db) => {
      const holder = key === undefined ? null : await findKeyHolder(db, key, deps.clock())
      if (!holder) throw unknownKey()
      c.set('keyHolder', holder)
    })
    noteUse(deps, c.get('keyHolder'))
    await next()
  }
}

/** Refuses keys without this scope (403). Runs after requireApiKey. */
export function requireScope(scope: ApiKeyScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await c.get('rights').require(() => {
      if (c.get('keyHolder').scopes.includes(scope)) return
      throw new ServerError(403, 'scope-missing', `This API key may not do this: ${scope}.`)
    })
    await next()
  }
}

function unknownKey(): ServerError {
  const sentence = 'Send a valid API key as "Authorization: Bearer <key>".'
  return new ServerError(401, 'unknown-key', sentence)
}
