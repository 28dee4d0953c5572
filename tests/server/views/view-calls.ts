import { call } from '#tests/server/api-call.ts'
import { makePostingCalls } from '#tests/server/posting/posting-calls.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

interface Report {
  /** The IP address of the visitor. */
  from?: string
  headers?: Record<string, string>
}

/** A device number, in the format in which listing pages generate a random one for each browser. */
export const deviceOf = (number: number) => `device-${String(number).padStart(16, '0')}`

/** Reports a view as a listing page does: as plain text, without a token. */
export function report(
  server: Pick<TestServer, 'app'>,
  listing: string,
  device: string,
  { from, headers = {} }: Report = {},
) {
  const body = JSON.stringify({ listing, device })
  const all = { 'Content-Type': 'text/plain;charset=UTF-8', ...headers }
  return call(server, 'POST', '/api/views', { body, headers: all, ...(from && { from }) })
}

/** The views of a listing, as its owner sees them: [total, last seven days], or null before any view. */
export async function findViews(
  server: TestServer,
  listing: string,
): Promise<readonly [number, number] | null> {
  const asha = makePostingCalls(server, await server.signIn({ email: 'asha@example.in' }))
  const rows = (await asha.list()).json['data'] as unknown as {
    id: string
    views: { total: number; lastWeek: number } | null
  }[] // the API documents this shape
  const found = rows.find(({ id }) => id === listing)
  if (!found) throw new Error('Asha has no such listing')
  return found.views && [found.views.total, found.views.lastWeek]
}
