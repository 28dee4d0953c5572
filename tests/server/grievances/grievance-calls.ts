import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** What a visitor sends in the form. */
export const SENT = {
  name: 'Meera Iyer',
  email: 'meera.iyer@example.in',
  phoneNumber: '',
  kind: 'listing',
  listing: 'https://marketplace.example/flat?id=68b1f0a2c4d5e6f708192a40',
  text: 'This flat was sold a year ago.\nThe photos show my home.',
}

interface Sender {
  token?: string
  from?: string
  key?: string
}

export function sendGrievance(
  server: TestServer,
  body: Partial<typeof SENT> = {},
  { token, from, key }: Sender = {},
) {
  return call(server, 'POST', '/api/grievances', {
    body: { ...SENT, ...body },
    ...(token !== undefined && { token }),
    ...(from !== undefined && { from }),
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })
}

/** The whole list, as staff see it. */
export async function listGrievances(server: TestServer, token: string) {
  const { json } = await call(server, 'GET', '/api/admin/grievances', { token })
  // The cast is safe: `call` has checked the answer against its description.
  return json['data'] as unknown as { _id: string; number: string; answer: string | null }[]
}

export function answerGrievance(server: TestServer, token: string, id: string, answer: string) {
  const path = `/api/admin/grievances/${id}/answer`
  return call(server, 'POST', path, { token, body: { answer } })
}
