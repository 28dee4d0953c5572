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
  const body = JSON.stringify({ status })
  const path = `/api/admin/properties/${listingId}/status`
  return callElsewhere(market, path, { method: 'PATCH', body })
}

export function deleteElsewhere(market: { server: TestServer }, listingId: string): Promise<void> {
  return callElsewhere(market, `/api/admin/property/${listingId}`, { method: 'DELETE' })
}

async function callElsewhere(
  { server }: { server: TestServer },
  path: string,
  request: RequestInit,
) {
  const token = await server.signIn({ userAgent: OTHER_DEVICE })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const { status } = await server.app.request(path, { ...request, headers })
  if (status !== 200) throw new Error(`${request.method} ${path} was answered ${status}`)
}
