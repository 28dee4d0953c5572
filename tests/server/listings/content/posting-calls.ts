import { randomUUID } from 'node:crypto'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { call } from '#tests/server/api-call.ts'

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

type Api = Parameters<typeof call>[0]
type Headers = Record<string, string>

export function makePostingCalls(server: Api, token: string) {
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
    /** Saves a draft under a new id, and submits it. */
    async post(draft: Partial<PostingDraft> = FLAT): Promise<string> {
      made += 1
      const id = String(made).padStart(24, 'd')
      const { status, text } = await this.submit(id, draft)
      if (status !== 200) throw new Error(text)
      return id
    },
    /** Saves a draft of a listing, and submits it. */
    async submit(id: string, draft: unknown = FLAT) {
      await this.save(id, draft)
      return this.act(id, 'submit')
    },
    /** One listing, as the API returns it to its owner. */
    async see(id: string) {
      return (await this.read(id)).json['data']
    },
  }
}

/** Calls to the inbox of the person to whom the token belongs. */
export function makeInbox(server: Api, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, method, `/api/account/messages${path}`, { token, body })
  return {
    ask,
    read: async (query = '') => (await ask('GET', query)).json,
    async list() {
      const { data } = (await ask('GET', '')).json
      return data as unknown as { id: string; kind: string; isRead: boolean; reason: object }[] // safe cast: OpenAPI describes these fields
    },
  }
}

export function makeOperatorCalls(server: Api, token: string) {
  const ask = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    call(server, method, `/api/admin/${path}`, { token, body, headers })
  let changeKey = ''
  return {
    ask,
    /** Sets the status of a listing. Each decision has its own idempotency key. */
    async decide(id: string, status: string, headers: Headers = {}) {
      changeKey = randomUUID()
      const all = { 'Idempotency-Key': changeKey, ...headers }
      return ask('PATCH', `properties/${id}/status`, { status }, all)
    },
    /** Sends a reason for the last decision, as the operator's panel does after a rejection. */
    explain(id: string, note = 'The kitchen is missing.') {
      const reason = { changeKey, code: 'photos', note, changesNeeded: true }
      return ask('PUT', `properties/${id}/reason`, reason)
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
