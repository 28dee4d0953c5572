import { expect, onTestFinished, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { addPasskey } from '#tests/server/auth/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/auth/passkeys/software-authenticator.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { enrol } from './enrolled-account.ts'

test('each change of a second factor is announced to the person by e-mail', async () => {
  const server = await startTestServer({ inMemory: true, mail: 'inbox' })
  onTestFinished(() => server.close())
  const token = await server.signIn()
  const { password } = await enrol(server)
  const post = (path: string) =>
    call(server, 'POST', `/api/auth/second-factor/${path}`, { token, body: { password } })
  const newestMail = async () => {
    await server.settle()
    return server.getInbox().mails.at(-1)
  }
  expect(await newestMail()).toMatchObject({ to: [server.operator.email] })
  expect((await newestMail())?.text).toContain('An authenticator app was set up for your account')
  await post('recovery-codes')
  expect((await newestMail())?.text).toContain('New recovery codes were made')
  const { _id } = (await addPasskey(server, token, makeAuthenticator())).json['data'] ?? {}
  expect((await newestMail())?.text).toContain('A passkey was added for your account')
  await call(server, 'DELETE', `/api/auth/passkeys/${_id}`, { token })
  expect((await newestMail())?.text).toContain('A passkey was removed for your account')
  await post('removal')
  expect((await newestMail())?.text).toContain('The authenticator app was removed')
  await post('removal')
  expect(server.getInbox().mails).toHaveLength(5)
})
