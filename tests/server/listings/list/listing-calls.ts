import { beforeEach } from 'vitest'
import { call, type Json } from '#tests/server/api-call.ts'
import { type makeListing, makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0.0.0 Mobile Safari/537.36'

type Headers = Record<string, string>

/** The calls about listings of a person with the token. */
export function makeListingCalls(server: TestServer, token: string) {
  return {
    token,
    /** Reads the list. `query` begins with "?". */
    read: (query = '', headers: Headers = {}) =>
      call(server, 'GET', `/api/admin/properties${query}`, { token, headers }),
    setStatus: (id: string, status: string, headers: Headers = {}) =>
      call(server, 'PATCH', `/api/admin/properties/${id}/status`, {
        token,
        body: { status },
        headers,
      }),
    remove: (id: string, headers: Headers = {}) =>
      call(server, 'DELETE', `/api/admin/property/${id}`, { token, headers }),
    readOne: (id: string) => call(server, 'GET', `/api/admin/properties/${id}`, { token }),
    history: (id: string) => call(server, 'GET', `/api/admin/properties/${id}/history`, { token }),
  }
}

/** Starts a server with the listings before each test, and signs the operator in on a phone. */
export function listingsForEachTest(listings: ReturnType<typeof makeListing>[]) {
  const server = serverForEachTest({ seed: makeMarket({ listings }) })
  const operator = {} as ReturnType<typeof makeListingCalls> // complete once a test runs, as the server
  const signIn = async () => {
    const token = await server.signIn({ userAgent: PHONE })
    Object.assign(operator, makeListingCalls(server, token))
  }
  beforeEach(signIn)
  return { server, operator, signIn }
}

/** The ids of the listings of an answer. */
export function idsOf(json: Json): string[] {
  return (json['data'] as unknown as { _id: string }[]).map(({ _id }) => _id) // by the contract, each has an id
}
