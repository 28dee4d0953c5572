// @module-tag long
import { hash, verify as verifyHash } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertAccount } from '#server/accounts/people/account-repository.ts'
import { getOperator } from '#server/accounts/sign-in/operator-account-service.ts'
import { forgot } from '#tests/server/accounts/links/link-steps.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { makeStatementList } from '#tests/server/statement-list.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import type { SmtpInbox } from '#tests/support/server/smtp-inbox.ts'
import { EMAIL, register, resend, signIn, verify } from './end-user-calls.ts'

// A caller must not learn whether an e-mail address is in use, neither from the answer nor from the
// time that the server works before it answers. So the tests compare this work.

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const UNKNOWN = 'nobody@example.in'
const VERIFIED = 'asha.rao@example.in'

const { plugin, statements } = makeStatementList()
const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox', plugins: [plugin] })
let mailServer: SmtpInbox
beforeEach(async () => {
  mailServer = server.getInbox()
  await register(server)
  server.clock.advance(600_000)
})
afterEach(() => void vi.mocked(hash).mockReset())

/** Returns the answer and the work before it. By default, the mail server accepts no mail before the answer. */
async function watch(ask: () => ReturnType<typeof resend>, isMailHeld = true) {
  const release = isMailHeld ? mailServer.hold() : () => undefined
  const before = { ...mailServer.counts }
  statements.length = 0
  vi.mocked(hash).mockClear()
  vi.mocked(verifyHash).mockClear()
  const { status, text } = await ask()
  const done = {
    status,
    text,
    statements: [...statements],
    hashes: vi.mocked(hash).mock.calls.length + vi.mocked(verifyHash).mock.calls.length,
  }
  release()
  await server.settle()
  const { connections, mails } = mailServer.counts
  return { ...done, connectionChecks: connections - before.connections - (mails - before.mails) }
}

const addresses = [
  ['nobody has', UNKNOWN],
  ['is verified', VERIFIED],
  ["is the operator's", 'operator@marketplace.example'],
] as const

test('a caller without a registration of an address gets the same refusal of a code for every address', async () => {
  const other = await register(server, { email: 'other@example.in' })
  const code = mailServer.mails[0]?.code ?? ''
  for (const token of ['', 'x'.repeat(43), String(other.json['token'])])
    for (const ask of [
      (to: string) => resend(server, to, { token }),
      (to: string) => verify(server, code, to, { token }),
    ]) {
      const known = await watch(() => ask(EMAIL))
      expect(known).toMatchObject({ status: 400, hashes: 0, connectionChecks: 0 })
      for (const [, email] of addresses) expect(await watch(() => ask(email))).toEqual(known)
    }
})

describe.each(addresses)('an address that %s', (_, email) => {
  test('needs the same statements and one hash for a wrong password, as a registered address does', async () => {
    const known = await watch(() => signIn(server, { password: 'not this one' }))
    const other = await watch(() => signIn(server, { email, password: 'not this one' }))
    expect(known).toMatchObject({ status: 401, hashes: 1, connectionChecks: 0 })
    expect(known.statements.length).toBeGreaterThan(5)
    expect(other).toEqual(known)
  })

  test('gets no mail when another code is requested', async () => {
    await resend(server, email)
    await server.settle()
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[EMAIL]])
  })
})

test('a wrong password for an address with two accounts needs the same statements and one hash, as for an unknown address, whichever role is preferred', async () => {
  const other = { email: VERIFIED, id: 'a'.repeat(24) }
  await insertAccount(server.db, { ...(await getOperator(server.db)), ...other })
  for (const preferredRole of [undefined, 'user', 'admin']) {
    const known = await watch(() => signIn(server, { email: UNKNOWN, preferredRole }))
    const wrong = { email: VERIFIED, password: 'not this one', preferredRole }
    expect(await watch(() => signIn(server, wrong))).toEqual(known)
    expect(known).toMatchObject({ status: 401, hashes: 1 })
  }
})

test('a sign-in needs one hash, however many registrations an address has', async () => {
  await register(server, { password: 'nine green umbrellas' })
  await register(server, { password: 'eleven green kettles' })
  const one = await watch(() => signIn(server, { email: UNKNOWN }))
  const three = await watch(() => signIn(server, { password: 'not this one' }))
  expect(three).toEqual(one)
  expect(one.hashes).toBe(1)
  expect(await watch(() => signIn(server), false)).toMatchObject({ status: 200, hashes: 1 })
})

test('a request for a new password is answered before the address is looked up', async () => {
  const ask = (email: string) => watch(() => forgot(server, email), false)
  const unknown = await ask(UNKNOWN)
  expect(unknown).toMatchObject({ status: 200, hashes: 0, connectionChecks: 1 })
  expect(unknown.statements.length).toBeGreaterThan(3)
  expect(unknown.statements.join()).not.toMatch(/"(users|staff|links)"/)
  for (const email of [VERIFIED, 'operator@marketplace.example'])
    expect(await ask(email)).toEqual(unknown)
})

test('a registration runs the same statements whether or not the address has other registrations', async () => {
  const first = await watch(() => register(server, { email: UNKNOWN }), false)
  const second = await watch(() => register(server), false)
  expect(first).toMatchObject({ status: 200, hashes: 1 })
  expect(second.statements).toEqual(first.statements)
  expect(Object.keys(second)).toEqual(Object.keys(first))
})

test('an account and an unknown address are locked alike, after the same work', async () => {
  vi.mocked(hash).mockResolvedValue('of another password') // sixty hashes would take seconds
  const guess = (email: string, from: string) =>
    signIn(server, { email, password: 'not this one' }, { from })
  for (let index = 0; index < 31; index += 1) {
    const from = `198.51.100.${index}`
    const known = await watch(() => guess(VERIFIED, from))
    expect(known).toMatchObject(
      index < 30 ? { status: 401, hashes: 1 } : { status: 429, hashes: 0 },
    )
    const other = await watch(() => guess(UNKNOWN, `203.0.113.${index}`))
    expect(other).toEqual(known)
  }
  // The lock-out of the account is audited, but the answer does not wait for the entry.
  expect(await server.listAudit()).toMatchObject([{ action: 'lock-out' }])
})

test.each(['recipient', 'mail'] as const)(
  'another code is reported to the caller as sent even if the mail server refuses the %s; only the log has the refusal',
  async (what) => {
    mailServer.refuse(what)
    const sent = '{"success":true,"codeSent":true,"resendAfter":60}'
    expect((await watch(() => resend(server))).text).toBe(sent)
    const line = server.logged.find((logged) => logged.includes('refused a mail')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ to: 'm***@example.in', responseCode: 550 })
    expect(server.logged.join()).not.toContain(EMAIL)
  },
)
