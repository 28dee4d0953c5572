import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** Switches "A rejection needs a reason", as the owner of the panel does. */
export async function requireReasons(
  server: TestServer,
  token: string,
  isReasonRequired: boolean,
): Promise<void> {
  const { headers, json } = await call(server, 'GET', '/api/admin/reasons', { token })
  // The cast is safe: OpenAPI describes these fields.
  const { data } = json as unknown as { data: { isUsed: boolean }[] }
  const reasons = data.map(({ isUsed: _, ...reason }) => reason)
  const answer = await call(server, 'PUT', '/api/admin/reasons', {
    token,
    body: { reasons, isReasonRequired },
    headers: { 'If-Match': headers.get('ETag') ?? '' },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
