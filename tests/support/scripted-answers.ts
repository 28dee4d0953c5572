import { HttpResponse } from 'msw'
import { createGate } from './outbox/drain-device.ts'
import type { ScriptedAnswer } from './render-with-sync.tsx'

// Answers of the API, for the responses of `renderWithSync`, `renderApp` and `answer`.

/** A success with this data; without data if it is undefined. */
export const ok = (data?: unknown, rest: object = {}) => ({ success: true, data, ...rest })

/** An error answer. `body` is, for example, `{ error: 'Taken.', fields: { email: 'Taken.' } }`. */
export function refusal(status: number, body: object = {}, headers: Record<string, string> = {}) {
  return () => HttpResponse.json({ success: false, ...body }, { status, headers })
}

/** Fails the request, as without a network. */
export const noAnswer = () => HttpResponse.error()

/** Waits until `letGo` is called, and then answers. */
export function held(body: object, status = 200) {
  const gate = createGate<null>()
  const respond = () => gate.pass().then(() => HttpResponse.json(body, { status }))
  return { respond, letGo: () => gate.open(null) }
}

/** Records the requests that it answers. */
export function recorded(answer: ScriptedAnswer = { success: true }) {
  const requests: Request[] = []
  const bodies: unknown[] = []
  async function respond(request: Request): Promise<Response> {
    const text = await request.clone().text()
    requests.push(request)
    bodies.push(text ? JSON.parse(text) : null)
    return typeof answer === 'function' ? answer(request) : HttpResponse.json(answer)
  }
  return {
    respond,
    /** The parsed bodies; null for a request without a body. */
    bodies,
    /** The paths below /api. */
    paths: () => requests.map(({ url }) => new URL(url).pathname.replace('/api', '')),
    /** The values of one header. */
    headers: (name: string) => requests.map(({ headers }) => headers.get(name)),
  }
}
