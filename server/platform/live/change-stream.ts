import { ServerError } from '#server/platform/http/server-error.ts'
import { CHANGE_EVENT, END_EVENT, HEARTBEAT_MS } from '#src/domain/live/change-notice.ts'
import type { ChangeFollower } from './change-feed.ts'

/** How soon a stream ends after the session or the right. Each notice is sent after a check of its own. */
const CHECK_MS = 5_000

interface Following {
  follower: ChangeFollower
  /** The state that the client has; null if none. */
  since: string | null
  signal: AbortSignal
  /** @throws ServerError once the caller may not follow any more */
  checkRights(): Promise<void>
}

/** The text of a stream of Server-Sent Events, until the caller leaves, loses the right, or the server closes. */
export async function* writeChangeEvents({
  follower,
  since,
  signal,
  checkRights,
}: Following): AsyncGenerator<readonly string[], void, void> {
  let seen = since
  let silentMs = 0
  try {
    // At once, so that the client knows that nothing on the way holds the stream back.
    yield [': here\n\n']
    for (;;) {
      const state = await follower.next(seen, CHECK_MS, signal)
      if (state === 'closed' || signal.aborted) return
      await checkRights()
      silentMs = state === null ? silentMs + CHECK_MS : 0
      if (state !== null) yield [`event: ${CHANGE_EVENT}\nid: ${state}\ndata: ${state}\n\n`]
      else if (silentMs >= HEARTBEAT_MS) yield [': here\n\n']
      if (silentMs >= HEARTBEAT_MS) silentMs = 0
      seen = state ?? seen
    }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    yield [`event: ${END_EVENT}\ndata: ${error.status}\n\n`]
  } finally {
    follower.stop()
  }
}
