import { type CallOptions, call } from '#tests/server/api-call.ts'
import { signInSeller } from '#tests/server/listings/content/posting-server.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** A device number, in the format in which listing pages generate a random one for each browser. */
export const deviceOf = (number: number) => `device-${String(number).padStart(16, '0')}`

/** Reports a view as a listing page does: as plain text, without a token. */
export function report(
  server: Pick<TestServer, 'app'>,
  listing: string,
  device: string,
  { headers, from }: CallOptions = {},
) {
  const body = JSON.stringify({ listing, device })
  const all = { 'Content-Type': 'text/plain;charset=UTF-8', ...headers }
  return call(server, 'POST', '/api/views', { body, headers: all, from })
}

/** The views of a listing, as its owner sees them: [total, last seven days], or null before any view. */
export async function findViews(
  server: TestServer,
  listing: string,
): Promise<readonly [number, number] | null> {
  const asha = await signInSeller(server)
  const rows = (await asha.list()).json['data'] as unknown as {
    id: string
    views: { total: number; lastWeek: number } | null
  }[] // the API documents this shape
  const found = rows.find(({ id }) => id === listing)
  if (!found) throw new Error('Asha has no such listing')
  return found.views && [found.views.total, found.views.lastWeek]
}
