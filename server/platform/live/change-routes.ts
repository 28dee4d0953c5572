import { type Context, Hono } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import { streamText } from '#server/platform/http/files/text-stream.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { CHANGE_STATE_PATTERN } from '#src/domain/live/change-notice.ts'
import { changeCalls } from './change-calls.ts'
import type { ChangeFeed } from './change-feed.ts'
import { writeChangeEvents } from './change-stream.ts'

export interface ChangeDeps {
  changes: ChangeFeed
}

/** @param sessionOf names the caller's session, whose streams are limited */
export function changeRoutes(
  { changes }: ChangeDeps,
  sessionOf: (c: Context<AppEnv>) => string,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/changes', changeCalls.followChanges, async (c) => {
    const since = c.req.query('since') ?? null
    if (since !== null && !CHANGE_STATE_PATTERN.test(since))
      throw new ServerError(400, 'bad-cursor', 'The state is not one that this server gave.')
    const { signal } = c.req.raw
    const { checkAgain: checkRights } = c.get('rights')
    const follower = changes.follow(sessionOf(c))
    const events = writeChangeEvents({ follower, since, signal, checkRights })
    c.set('isEncoded', true) // compression would hold events back
    return c.body(await streamText(events), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no', // nginx passes events on at once
    })
  })

  return routes
}
