import { Hono } from 'hono'
import { requireSeller } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { PushSubscriptionSchema, ReadUpToSchema } from '#src/domain/message.ts'
import { messageCalls } from './message-calls.ts'
import { markRead, readInbox } from './message-inbox-service.ts'
import { readPushState, subscribe, unsubscribe } from './push-subscription-service.ts'

/** The signed-in person's inbox, and the push subscription of this device. */
export function messageRoutes(deps: RouteDeps): Hono<AppEnv> {
  const { db, clock } = deps
  const routes = new Hono<AppEnv>()
  const sellers = requireSeller()

  routes.get('/messages', messageCalls.listMessages, async (c) => {
    const page = await readInbox(db, c.get('session').userId, c.req.query())
    return c.json({ success: true, ...page })
  })

  routes.post('/messages/read', messageCalls.readMessages, async (c) => {
    const { upTo: id } = parseBody(
      await readBody(c),
      ReadUpToSchema,
      'Send the id of the newest message that was shown.',
    )
    const { userId } = c.get('session')
    const upTo = { id, userId, isUpTo: true }
    await c.get('rights').write((trx) => markRead(trx, upTo, clock()))
    return c.json({ success: true })
  })

  routes.post('/messages/:id/read', messageCalls.readMessage, async (c) => {
    const { userId } = c.get('session')
    const one = { id: c.req.param('id'), userId, isUpTo: false }
    await c.get('rights').write((trx) => markRead(trx, one, clock()))
    return c.json({ success: true })
  })

  routes.get('/push', messageCalls.getPushState, async (c) => {
    return c.json({ success: true, data: await readPushState(deps, c.get('session')) })
  })

  routes.put('/push', messageCalls.subscribeDevice, sellers, async (c) => {
    const body = parseBody(
      await readBody(c),
      PushSubscriptionSchema,
      'Send the subscription of the browser.',
    )
    await subscribe(forCall(c, deps), c.get('session'), body, clock())
    return c.json({ success: true })
  })

  routes.delete('/push', messageCalls.unsubscribeDevice, sellers, async (c) => {
    await c.get('rights').write((trx) => unsubscribe(trx, c.get('session')))
    return c.json({ success: true })
  })

  return routes
}
