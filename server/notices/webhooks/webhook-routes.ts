import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { requirePermission, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { NewWebhookSchema, WebhookEventsSchema } from '#src/domain/webhook.ts'
import { webhookCalls } from './webhook-calls.ts'
import { readDeliveries, replayDelivery } from './webhook-log-service.ts'
import {
  createWebhook,
  deleteWebhook,
  endRotation,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
  sendTest,
  setEvents,
  type WebhookOrder,
} from './webhook-service.ts'
import { toWireWebhook } from './webhook-wire.ts'

type WebhookDeps = Pick<RouteDeps, 'db' | 'clock' | 'appSecret'>
type Change = (trx: Kysely<Tables>, id: string, by: WebhookOrder) => Promise<void>

export function webhookRoutes(deps: WebhookDeps): Hono<AppEnv> {
  const { db, clock, appSecret } = deps
  const routes = new Hono<AppEnv>()
  const requireConnectSites = requirePermission('connect-sites')
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/webhooks', webhookCalls.listWebhooks, requireConnectSites, async (c) =>
    c.json({ success: true, data: (await listWebhooks(db)).map(toWireWebhook) }),
  )

  routes.post(
    '/webhooks',
    webhookCalls.createWebhook,
    requireConnectSites,
    requireConfirmation,
    async (c) => {
      const sentence = 'Send an address and its events.'
      const wanted = parseBody(await readBody(c), NewWebhookSchema, sentence)
      const by = readOrder(c)
      const made = await c.get('rights').write((trx) => createWebhook(trx, wanted, by))
      return c.json({ success: true, data: { _id: made.id, secret: made.secret } })
    },
  )

  routes.patch('/webhooks/:id', webhookCalls.changeWebhook, requireConnectSites, async (c) => {
    const { events } = parseBody(await readBody(c), WebhookEventsSchema, 'Choose the events.')
    const [id, by] = [c.req.param('id'), readOrder(c)]
    await c.get('rights').write((trx) => setEvents(trx, id, events, by))
    return c.json({ success: true })
  })

  routes.post(
    '/webhooks/:id/rotation',
    webhookCalls.rotateWebhookSecret,
    requireConnectSites,
    requireConfirmation,
    async (c) => {
      const [id, by] = [c.req.param('id'), readOrder(c)]
      const data = await c.get('rights').write((trx) => rotateSecret(trx, id, by))
      return c.json({ success: true, data })
    },
  )

  const { deleteWebhook: remove, endWebhookRotation, pauseWebhook: pause } = webhookCalls
  const { resumeWebhook: resume, testWebhook, replayWebhookDelivery } = webhookCalls
  routes.delete(
    '/webhooks/:id',
    remove,
    requireConnectSites,
    requireConfirmation,
    doing(deleteWebhook),
  )
  routes.delete(
    '/webhooks/:id/rotation',
    endWebhookRotation,
    requireConnectSites,
    doing(endRotation),
  )
  routes.post('/webhooks/:id/pause', pause, requireConnectSites, doing(pauseWebhook))
  routes.post(
    '/webhooks/:id/resume',
    resume,
    requireConnectSites,
    requireConfirmation,
    doing(resumeWebhook),
  )
  routes.post('/webhooks/:id/test', testWebhook, requireConnectSites, doing(sendTest))
  routes.post(
    '/webhook-deliveries/:id/replay',
    replayWebhookDelivery,
    requireConnectSites,
    doing(replayDelivery),
  )

  routes.get(
    '/webhooks/:id/deliveries',
    webhookCalls.listWebhookDeliveries,
    requireConnectSites,
    async (c) =>
      c.json({ success: true, ...(await readDeliveries(db, c.req.param('id'), c.req.query())) }),
  )

  function doing(change: Change) {
    return async (c: Context<AppEnv, '/:id'>) => {
      const [id, by] = [c.req.param('id'), readOrder(c)]
      await c.get('rights').write((trx) => change(trx, id, by))
      return c.json({ success: true })
    }
  }

  function readOrder(c: Context<AppEnv>): WebhookOrder {
    const { userId, deviceLabel } = c.get('session')
    return { userId, deviceLabel, appSecret, now: clock() }
  }

  return routes
}
