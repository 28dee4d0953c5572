import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

type Server = Pick<TestServer, 'app'>

const pathOf = (id: string, action = '') => `/api/admin/claims/${id}${action}`

export function open(server: Server, token: string, id: string, hasUnsavedText = false) {
  return call(server, 'POST', pathOf(id), { token, body: { hasUnsavedText } })
}

export function leave(server: Server, token: string, id: string, fence?: number) {
  const headers: Record<string, string> = fence === undefined ? {} : { 'If-Match': `"${fence}"` }
  return call(server, 'DELETE', pathOf(id), { token, headers })
}

export function hold(
  server: Server,
  token: string,
  id: string,
  until: Date,
  reason = 'Asked the owner',
) {
  const body = { until: until.toISOString(), reason }
  return call(server, 'PUT', pathOf(id, '/hold'), { token, body })
}

export function giveBack(server: Server, token: string, id: string) {
  return call(server, 'DELETE', pathOf(id, '/hold'), { token })
}

export function handOver(server: Server, token: string, id: string, personId: string, note = '') {
  return call(server, 'POST', pathOf(id, '/hand-over'), { token, body: { personId, note } })
}

export function takeOver(server: Server, token: string, id: string, fence: number) {
  return call(server, 'POST', pathOf(id, '/take-over'), { token, body: { fence } })
}

/** The claims that are alive, as the panel reads them. */
export async function listClaims(server: Server, token: string): Promise<ListingClaim[]> {
  const { json } = await call(server, 'GET', '/api/admin/claims', { token })
  return json['data'] as unknown as ListingClaim[] // the call's answer is described, and checked against it
}

export function claimOf(answer: Awaited<ReturnType<typeof open>>): ListingClaim {
  return answer.json['data'] as unknown as ListingClaim // as above
}
