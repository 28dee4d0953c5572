import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { requireSeller } from '#server/auth/auth-guard.ts'
import { parseBody, readBody } from '#server/http/calls/request-body.ts'
import { PushSubscriptionSchema, ReadUpToSchema } from '#src/domain/message.ts'
import { messageCalls } from './message-calls.ts'
import { markRead, readInbox } from './message-inbox-service.ts'
import { readPushState, subscribe, unsubscribe } from './push-subscription-service.ts'

/** The signed-in person's inbox, and the push subscription of this device. */
export function messageRoutes(deps: AppDeps): Hono<AppEnv> {
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
    await markRead(db, { id, userId, isUpTo: true }, clock())
    return c.json({ success: true })
  })

  routes.post('/messages/:id/read', messageCalls.readMessage, async (c) => {
    const { userId } = c.get('session')
    await markRead(db, { id: c.req.param('id'), userId, isUpTo: false }, clock())
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
    await subscribe(db, c.get('session'), body, clock())
    return c.json({ success: true })
  })

  routes.delete('/push', messageCalls.unsubscribeDevice, sellers, async (c) => {
    await unsubscribe(db, c.get('session'))
    return c.json({ success: true })
  })

  return routes
}
