import { Hono } from 'hono'
import { readText } from '#tests/contract/answer-text.ts'
import { findCall, getAnswerCheck } from '#tests/contract/described-answer.ts'
import { PUBLIC_URL, type TestServer } from '#tests/support/server/server-fixture.ts'

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

/**
 * Sends a request: to a server of this process without a port. A body is text, bytes or a value to send as JSON. Throws
 * if the answer of a server of this process differs from its description in the OpenAPI document.
 */
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
  const response = await app.request(path, { method, headers: all, body: toBody(body) }, env)
  if (app instanceof Hono) await checkDescription(app, { method, path }, response)
  const said = await readText(response)
  return { status: response.status, headers: response.headers, text: said, json: readJson(said) }
}

/** Whether the server accepts the session of the token. */
export async function isSignedIn(server: Called, token: string): Promise<boolean> {
  return (await call(server, 'GET', '/api/events/user', { token })).status === 200
}

function toBody(body: unknown): BodyInit | undefined {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return body ? JSON.stringify(body) : undefined
}

async function checkDescription(
  app: TestServer['app'],
  { method, path }: { method: string; path: string },
  answer: Response,
): Promise<void> {
  const { document, checkAnswer } = await getAnswerCheck(app)
  const { href, pathname } = new URL(path, PUBLIC_URL)
  const { responses } = findCall(document, method, pathname) ?? {}
  // Unknown addresses and the limits of all requests are not described for each call.
  const isOfAll = !responses || (answer.status === 429 && !responses[429])
  if (!isOfAll) await checkAnswer({ method, url: href }, answer)
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
