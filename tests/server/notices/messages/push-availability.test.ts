import { expect, test } from 'vitest'
import { isPushAvailable } from '#server/notices/messages/push-sender.ts'
import { call } from '#tests/server/api-call.ts'
import { startPostingServer } from '#tests/server/listings/content/posting-server.ts'
import { makeSubscription } from '#tests/support/server/push-service.ts'

test.each([
  ['https://marketplace.example', true],
  ['http://marketplace.example', false],
  ['http://localhost:3000', false],
])('notifications of a server at %s are available: %s', (publicUrl, isAvailable) => {
  expect(isPushAvailable(publicUrl)).toBe(isAvailable)
})

test('a server without an https address offers no key, and refuses a subscription with the reason', async () => {
  const { server, asha } = await startPostingServer({ publicUrl: 'http://localhost:3000' })
  const ask = (method: string, body?: unknown) =>
    call(server, method, '/api/account/push', { token: asha.token, body })
  expect((await ask('GET')).json['data']).toEqual({ publicKey: null, isOn: false })
  const refused = await ask('PUT', makeSubscription().body)
  expect(refused.json).toMatchObject({
    code: 'push-unavailable',
    error: expect.stringContaining('PUBLIC_URL must begin with https'),
  })
  expect(await server.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
})
