import { type Context, Hono } from 'hono'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { NewApiKeySchema } from '#src/domain/api-key.ts'
import { apiKeyCalls } from './api-key-calls.ts'
import { createApiKey, type KeyChange, listApiKeys, revokeApiKey } from './api-key-service.ts'
import { type CreatedKeyAnswer, toWireKey } from './api-key-wire.ts'

export function apiKeyRoutes(deps: Pick<RouteDeps, 'db' | 'clock'>): Hono<AppEnv> {
  const { db, clock } = deps
  const routes = new Hono<AppEnv>()
  const requireConnectSites = requirePermission('connect-sites')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/api-keys', apiKeyCalls.listApiKeys, requireConnectSites, async (c) =>
    c.json({ success: true, data: (await listApiKeys(db)).map(toWireKey) }),
  )

  routes.post(
    '/api-keys',
    apiKeyCalls.createApiKey,
    requireConnectSites,
    requireConfirmation,
    async (c) => {
      const sentence = 'Name the key and the business that it is for.'
      const wanted = parseBody(await readBody(c), NewApiKeySchema, sentence)
      const { id, key } = await c
        .get('rights')
        .write((trx) => createApiKey(trx, wanted, readChange(c)))
      const answer: CreatedKeyAnswer = { success: true, data: { _id: id, key } }
      return c.json(answer)
    },
  )

  routes.delete(
    '/api-keys/:id',
    apiKeyCalls.revokeApiKey,
    requireConnectSites,
    requireConfirmation,
    async (c) => {
      await c.get('rights').write((trx) => revokeApiKey(trx, c.req.param('id'), readChange(c)))
      return c.json({ success: true })
    },
  )

  function readChange(c: Context<AppEnv>): KeyChange {
    const { userId, deviceLabel } = c.get('session')
    return { userId, deviceLabel, now: clock() }
  }

  return routes
}
