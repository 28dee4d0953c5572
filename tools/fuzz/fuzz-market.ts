import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import {
  idOf,
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// A server with a small marketplace. Each confidential text contains a marker, by which a leak is found in answers.

export type Who = 'anonymous' | 'asha' | 'ravi' | 'operator'

const EMAILS = { asha: DEMO_USER_EMAIL, ravi: 'ravi@example.in' } as const
/** Owns the listings, and sends no requests. */
const SELLER = idOf(3)
export const OWNERS = { asha: idOf(1), ravi: idOf(2) } as const

/** The markers, and the callers whose answers may contain them. */
export const MARKS: readonly { mark: string; readers: readonly Who[] }[] = [
  { mark: 'only-asha-may-read-this', readers: ['asha'] },
  { mark: 'only-ravi-may-read-this', readers: ['ravi'] },
  { mark: 'Only The Operator Reads This', readers: ['operator'] },
  { mark: 'ABCPV1234K', readers: ['operator'] },
  { mark: 'pay_0000000000', readers: ['operator'] },
]

export const EVENT_IDS = { asha: [idOf(41), idOf(42)], ravi: [idOf(43), idOf(44)] } as const
export const KNOWN_IDS = [
  ...[11, 12, 13, 14, 15].map(idOf),
  ...EVENT_IDS.asha,
  ...EVENT_IDS.ravi,
  idOf(21),
  idOf(1),
  idOf(2),
]

export const EMAIL_LIST = [...Object.values(EMAILS), 'nobody@example.in', 'new@example.in']

export interface FuzzMarket {
  server: TestServer
  url: URL
  /** The token of the caller, cached until `forgetTokens`; null for anonymous. */
  tokenOf(who: Who): Promise<string | null>
  forgetTokens(): void
  close(): Promise<void>
}

export async function startFuzzMarket(): Promise<FuzzMarket> {
  const server = await startTestServer({ seed: makeFuzzData() })
  const url = new URL(await server.listen())
  const tokens = new Map<Who, string>()
  return {
    server,
    url,
    async tokenOf(who) {
      if (who === 'anonymous') return null
      const email = who === 'operator' ? server.operator.email : EMAILS[who]
      const token = tokens.get(who) ?? (await server.signIn({ email }))
      tokens.set(who, token)
      return token
    },
    forgetTokens: () => tokens.clear(),
    close: () => server.close(),
  }
}

function makeFuzzData() {
  const events = (['asha', 'ravi'] as const).flatMap((owner) =>
    EVENT_IDS[owner].map((id) => ({
      id,
      ownerId: OWNERS[owner],
      title: 'Site visit',
      kind: 'site-visit' as const,
      startsAt: '2025-10-01T04:00:00.000Z',
      endsAt: '2025-10-01T05:00:00.000Z',
      place: 'Pune',
      note: `only-${owner}-may-read-this`,
      createdAt: '2025-09-01T00:00:00.000Z',
    })),
  )
  const name = 'Only The Operator Reads This'
  return makeMarket({
    users: [
      makeUser({ id: SELLER, email: 'seller@example.in' }),
      makeUser({ id: OWNERS.asha, email: EMAILS.asha, fullName: 'Asha Rao', verified: false }),
      makeUser({ id: OWNERS.ravi, email: EMAILS.ravi, fullName: 'Ravi Nair' }),
    ],
    listings: [11, 12, 13, 14, 15].map((number) => makeListing(number, { name, ownerId: SELLER })),
    transactions: [makePayment(31)],
    loans: [makeLoan(21, { userId: OWNERS.ravi })],
    events,
  })
}
