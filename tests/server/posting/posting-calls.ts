import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server/server-fixture.ts'

/** The content of a complete draft, which can be submitted. */
export const FLAT: Partial<PostingDraft> = {
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  title: 'Sunlit 2 BHK in Baner',
  description: 'Second floor, two balconies, covered parking.',
  area: 980,
  bhk: 2,
  rent: 32_000,
}

export const ASHA_ID = idOf(1)
/** An approved listing of Asha's that she did not post in this app, so it has no row in `postings`. */
export const OLD_LISTING = idOf(77)

/** Starts a server with two sellers and the operator, and makes calls as each of them. */
export async function startPostingServer({
  inMemory = true,
  ...options
}: Pick<TestServerOptions, 'inMemory' | 'mediaStore' | 'filesDir' | 'settings'> = {}) {
  const users = [
    makeUser({ id: ASHA_ID, email: 'asha@example.in' }),
    makeUser({ id: idOf(2), email: 'ravi@example.in', fullName: 'Ravi Shah' }),
  ]
  const listings = [
    makeListing(77, { id: OLD_LISTING, status: 'approved', videoUrl: '/media/videos/old.mp4' }),
  ]
  const server = await startTestServer({
    seed: makeMarket({ users, listings }),
    inMemory,
    mail: 'inbox',
    ...options,
  })
  const asha = makePostingCalls(server, await server.signIn({ email: 'asha@example.in' }))
  const ravi = makePostingCalls(server, await server.signIn({ email: 'ravi@example.in' }))
  const operator = makeOperatorCalls(server, await server.signIn())
  return { server, asha, ravi, operator }
}

type Headers = Record<string, string>

export function makePostingCalls(server: TestServer, token: string) {
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    call(server, method, `/api/account/listings${path}`, { token, body, headers })
  let made = 0
  return {
    list: () => send('GET', ''),
    read: (id: string) => send('GET', `/${id}`),
    save: (id: string, draft: unknown, headers?: Headers) => send('PUT', `/${id}`, draft, headers),
    remove: (id: string, headers?: Headers) => send('DELETE', `/${id}`, undefined, headers),
    act: (id: string, action: string, headers?: Headers) =>
      send('POST', `/${id}/${action}`, undefined, headers),
    /** A new id, as a device creates one for a draft. */
    makeId: () => {
      made += 1
      return `${token.length.toString(16)}${String(made)}`.padStart(24, 'd')
    },
    /** Saves a draft under a new id, and submits it. */
    async post(draft: Partial<PostingDraft> = FLAT): Promise<string> {
      const id = this.makeId()
      await this.save(id, draft)
      const answer = await this.act(id, 'submit')
      if (answer.status !== 200) throw new Error(answer.text)
      return id
    },
    /** One listing, as the API returns it to its owner. */
    async see(id: string) {
      return (await this.read(id)).json['data']
    },
  }
}

export function makeOperatorCalls(server: TestServer, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, method, `/api/admin/${path}`, { token, body })
  return {
    ask,
    decide: (id: string, status: string) => ask('PATCH', `properties/${id}/status`, { status }),
    /** Rejects a listing and sends the reason, in two calls as the operator's panel does. */
    async reject(id: string, reason: { code: string; note: string; changesNeeded: boolean }) {
      const changeKey = `rejection-of-${id}`
      await call(server, 'PATCH', `/api/admin/properties/${id}/status`, {
        token,
        body: { status: 'rejected' },
        headers: { 'Idempotency-Key': changeKey },
      })
      return ask('PUT', `properties/${id}/reason`, { changeKey, ...reason })
    },
    async list() {
      // The cast is safe: the contract tests check the fields of these rows.
      return (await ask('GET', 'properties')).json['data'] as unknown as Record<string, unknown>[]
    },
    async find(id: string) {
      return (await this.list()).find((row) => row['id'] === id)
    },
    posting: async (id: string) => (await ask('GET', `properties/${id}/posting`)).json['data'],
    async board() {
      const { json } = await ask('GET', 'dashboard-stats')
      // This cast is safe for the same reason.
      const {
        data: { properties },
      } = json as unknown as { data: { properties: { id: string }[] } }
      return properties.map(({ id }) => id)
    },
  }
}
