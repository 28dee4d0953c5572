import { call } from '#tests/server/api-call.ts'
import type { TestServer, TestServerOptions } from '#tests/support/server/server-fixture.ts'
import type { CallerKind, CallerOfCase } from './stage.ts'

export interface PreparedCall {
  path: string
  /** A value is sent as JSON. */
  body?: object | string | Buffer
  headers?: Record<string, string>
}

export interface WritingCall {
  caller: CallerKind
  /** Needs a proof of identity within ten minutes. */
  isConfirmed?: true
  /** Answers 403 to an idle session of staff. */
  isClosedToIdle?: true
  /** Reads the body and writes nothing. */
  isRead?: true
  /** Its second transaction is the server's own: the end of a lease, work in the background or an audit entry. */
  hasOneWrite?: true
  server?: TestServerOptions
  /** Makes what the call needs, by calls to the server that holds nothing. */
  prepare(server: TestServer, caller: CallerOfCase): Promise<PreparedCall>
}

/** A call that needs nothing but its path and body. */
export function plain(
  rest: Omit<WritingCall, 'prepare'>,
  path: string,
  body?: PreparedCall['body'],
): WritingCall {
  return { ...rest, prepare: async () => ({ path, ...(body !== undefined && { body }) }) }
}

/** Sends a call that must succeed, and returns its JSON. */
export async function ask(
  server: TestServer,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await call(server, method, path, { token, body, headers })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.json
}
