import type { TestServer } from '#tests/support/server/server-fixture.ts'

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The network address that the request comes from. */
  from?: string
}

/** Sends a request to the app directly, without a port. A body that is not text is sent as JSON. */
export async function call(
  { app }: Pick<TestServer, 'app'>,
  method: string,
  path: string,
  { from, ...options }: CallOptions = {},
) {
  // The app reads only this property of the connection.
  const env = from ? ({ incoming: { socket: { remoteAddress: from } } } as object) : undefined
  return readAnswer(await app.request(path, toInit(method, options), env))
}

/** Whether the server accepts the session of the token. */
export async function isSignedIn(server: Pick<TestServer, 'app'>, token: string): Promise<boolean> {
  return (await call(server, 'GET', '/api/events/user', { token })).status === 200
}

/** Sends the same request over the network, to a server that listens at `url`. */
export async function callAt(
  url: string,
  method: string,
  path: string,
  options: Omit<CallOptions, 'from'> = {},
) {
  return readAnswer(await fetch(`${url}${path}`, toInit(method, options)))
}

function toInit(
  method: string,
  { token, body, headers = {} }: Omit<CallOptions, 'from'>,
): RequestInit {
  const all = new Headers(headers)
  if (token) all.set('Authorization', `Bearer ${token}`)
  if (body !== undefined && !all.has('Content-Type')) all.set('Content-Type', 'application/json')
  const text = typeof body === 'string' ? body : body && JSON.stringify(body)
  return { method, headers: all, ...(typeof text === 'string' && { body: text }) }
}

async function readAnswer(response: Response) {
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, text, json: readJson(text) }
}

/** Any JSON; the test asserts its shape. */
export interface Json {
  [key: string]: Json
}

export function readJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
