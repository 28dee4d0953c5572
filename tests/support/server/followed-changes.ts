import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { onTestFinished } from 'vitest'

/** Opens the stream of changes over a real connection, and keeps what it says. */
export async function followServer(url: string, token: string, since?: string) {
  const leaving = new AbortController()
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${url}/api/admin/changes${query}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const events: EventSourceMessage[] = []
  const comments: string[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
  })
  const ended = read()
  async function read(): Promise<'ended' | 'cut'> {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body ?? [])
        parser.feed(decoder.decode(bytes, { stream: true }))
      return 'ended'
    } catch {
      return 'cut'
    }
  }
  onTestFinished(() => leaving.abort())
  return {
    response,
    events,
    comments,
    /** Resolves when the stream is over. */
    ended,
    states: () => events.flatMap(({ event, data }) => (event === 'change' ? [data] : [])),
    leave: () => leaving.abort(),
  }
}
