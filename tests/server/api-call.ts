/** A server of this process, or another process (`server-process.ts`). */
interface Called {
  app: { request(path: string, init: RequestInit, env?: object): Response | Promise<Response> }
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The network address that the request comes from. */
  from?: string
}

/** Sends a request: to a server of this process without a port. A body is text, bytes or a value to send as JSON. */
export async function call(
  { app }: Called,
  method: string,
  path: string,
  { token, body, headers = {}, from }: CallOptions = {},
) {
  const all = new Headers(headers)
  if (token) all.set('Authorization', `Bearer ${token}`)
  if (body !== undefined && !all.has('Content-Type')) all.set('Content-Type', 'application/json')
  // The app reads only this property of the connection.
  const env = from ? ({ incoming: { socket: { remoteAddress: from } } } as object) : undefined
  const init: RequestInit = { method, headers: all }
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  // The cast is safe: bytes are a valid body too, but TypeScript's DOM types want Uint8Array<ArrayBuffer>.
  if (isRaw) init.body = body as string
  else if (body) init.body = JSON.stringify(body)
  const response = await app.request(path, init, env)
  const said = await response.text()
  return { status: response.status, headers: response.headers, text: said, json: readJson(said) }
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
