import type { TestServer } from '#tests/support/server/server-fixture.ts'

// The same operator on another device, with a good network.

const OTHER_DEVICE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
export const OTHER_DEVICE_NAME = 'Firefox on Windows'

export function decideElsewhere(
  market: { server: TestServer },
  listingId: string,
  status: 'approved' | 'rejected',
): Promise<void> {
  return decideAllElsewhere(market, [listingId], status)
}

/** Decides in one session, because a person has only so many. */
export async function decideAllElsewhere(
  { server }: { server: TestServer },
  listingIds: readonly string[],
  status: 'approved' | 'rejected',
): Promise<void> {
  const token = await signInElsewhere(server)
  const body = JSON.stringify({ status })
  for (const id of listingIds)
    await callElsewhere(server, token, `/api/admin/properties/${id}/status`, {
      method: 'PATCH',
      body,
    })
}

export async function deleteElsewhere(
  { server }: { server: TestServer },
  listingId: string,
): Promise<void> {
  const token = await signInElsewhere(server)
  await callElsewhere(server, token, `/api/admin/property/${listingId}`, { method: 'DELETE' })
}

function signInElsewhere(server: TestServer): Promise<string> {
  return server.signIn({ userAgent: OTHER_DEVICE })
}

async function callElsewhere(
  server: TestServer,
  token: string,
  path: string,
  request: RequestInit,
) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const { status } = await server.app.request(path, { ...request, headers })
  if (status !== 200) throw new Error(`${request.method} ${path} was answered ${status}`)
}
