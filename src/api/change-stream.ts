import { EventSourceParserStream } from 'eventsource-parser/stream'
import { CHANGE_EVENT, END_EVENT } from '#src/domain/live/change-notice.ts'
import { ApiError } from './api-error.ts'
import { send } from './http-client.ts'

const EVENT_STREAM = 'text/event-stream'
const MOST_CHARS = 4_096 // a notice has about 80; more is not our server's

export interface FollowedStream {
  /** The last state that was heard; null before the first. */
  since: string | null
  signal: AbortSignal
  /** The server lives: called for each notice, and at least every 25 s. */
  onBeat(): void
  /** Something may have changed since the state heard before. */
  onChange(state: string): void
}

/**
 * Follows the server's notices until the stream ends. Resolves with whether the caller may go on following: not after
 * the end of the session or of a right. @throws ApiError, or an AbortError after `signal`
 */
export async function followChanges({
  since,
  signal,
  onBeat,
  onChange,
}: FollowedStream): Promise<boolean> {
  const query = since === null ? '' : `?since=${encodeURIComponent(since)}`
  const response = await send(`/admin/changes${query}`, {
    signal,
    isStreamed: true,
    isBeside: true, // something on the way may refuse streams alone
  })
  const type: unknown = response.headers['content-type']
  // A captive portal's page, for example.
  if (typeof type !== 'string' || !type.startsWith(EVENT_STREAM))
    throw new ApiError({ kind: 'no-answer', status: response.status })
  const bytes = response.data as ReadableStream<BufferSource> // isStreamed requests a stream
  const events = bytes
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: onBeat, maxBufferSize: MOST_CHARS }))
    .getReader()
  for (;;) {
    const { done, value } = await events.read()
    if (done) return true
    onBeat()
    if (value.event === END_EVENT) return false
    if (value.event === CHANGE_EVENT) onChange(value.data)
  }
}
