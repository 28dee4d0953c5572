import { expect, test } from 'vitest'
import { addPasskey } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { call } from '#tests/server/api-call.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { enrol } from './enrolled-account.ts'

test('each change of a second factor is announced to the person by e-mail', async () => {
  const server = await startServerForTest({ mail: 'inbox' })
  const token = await server.signIn()
  const { password } = await enrol(server)
  const post = (path: string) =>
    call(server, 'POST', `/api/auth/second-factor/${path}`, { token, body: { password } })
  const expectMail = async (text: string) =>
    expect((await server.listMails()).at(-1)).toMatchObject({
      to: [server.operator.email],
      text: expect.stringContaining(text),
    })
  await expectMail('An authenticator app was set up for your account')
  await post('recovery-codes')
  await expectMail('New recovery codes were made')
  const { _id } = (await addPasskey(server, token, makeAuthenticator())).json['data'] ?? {}
  await expectMail('A passkey was added for your account')
  await call(server, 'DELETE', `/api/auth/passkeys/${_id}`, { token })
  await expectMail('A passkey was removed for your account')
  await post('removal')
  await expectMail('The authenticator app was removed')
  await post('removal')
  expect(await server.listMails()).toHaveLength(5)
})
