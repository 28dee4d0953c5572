import type { EventRow } from '#server/platform/database/schema.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

export const VISIT = {
  title: 'Site visit, plot in Hinjawadi',
  kind: 'site-visit',
  startsAt: '2025-10-01T04:00:00.000Z',
  endsAt: '2025-10-01T05:00:00.000Z',
  place: 'Hinjawadi, Pune 411057',
  note: 'Bring the 7/12 extract.',
}

export const ASHA_ID = idOf(1)
export const RAVI_ID = idOf(2)

/** The database row of an event of Asha. A row with a higher number was created later. */
export function makeEventRow(number: number, change: Partial<EventRow> = {}): EventRow {
  const at = new Date(Date.UTC(2025, 8, 1) + number * 1000).toISOString()
  return {
    id: idOf(number),
    owner_id: ASHA_ID,
    body: '{}',
    version: 1,
    created_at: at,
    updated_at: at,
    ...change,
  }
}

export function makeEventCalls(server: TestServer, token: string) {
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    call(server, method, `/api/events/${path}`, { token, body, headers })
  const create = (body: unknown, headers?: Headers) => send('POST', 'create', body, headers)
  return {
    create,
    list: (headers?: Headers) => send('GET', 'user', undefined, headers),
    page: (query: URLSearchParams) => send('GET', `user?${query}`),
    update: (id: string, body: unknown, headers?: Headers) => send('PUT', id, body, headers),
    remove: (id: string, headers?: Headers) => send('DELETE', id, undefined, headers),
    /** Creates an event one second after the previous one and returns its id. */
    async make(body: unknown = VISIT): Promise<string> {
      server.clock.advance(1000)
      const answer = await create(body)
      if (answer.status !== 200) throw new Error(answer.text)
      return String(answer.json['_id'])
    },
  }
}

type Headers = Record<string, string>
