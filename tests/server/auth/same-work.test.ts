import { hash, verify as verifyHash } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  startUnwillingMailServer,
  type UnwillingMailServer,
} from '#tests/server/mail/unwilling-mail-server.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { makeStatementList } from '#tests/server/statement-list.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { EMAIL, register, resend, signIn, verify, wrongCode } from './end-user-calls.ts'

// Who asks about an address must not learn whether someone has it: neither from the answer nor from the work that the
// answer waits for.

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const UNKNOWN = 'nobody@example.in'
const VERIFIED = 'asha.rao@example.in'

let server: TestServer
let mailServer: UnwillingMailServer
const { plugin, statements } = makeStatementList()

beforeEach(async () => {
  mailServer = await startUnwillingMailServer()
  server = await startTestServer({
    seed: makeMarket(),
    inMemory: true,
    mail: { url: mailServer.url },
    plugins: [plugin],
  })
  await register(server)
  server.clock.advance(600_000)
})
afterEach(async () => {
  vi.mocked(verifyHash).mockReset()
  await server.close()
  await mailServer.stop()
})

/** What a call answers while the mail server lets every mail wait, and what the server does before it answers. */
async function watch(ask: () => ReturnType<typeof resend>) {
  const release = mailServer.hold()
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
  return { ...done, questions: connections - before.connections - (mails - before.mails) }
}

const addresses = [
  ['nobody has', UNKNOWN],
  ['is verified', VERIFIED],
  ["is the operator's", 'operator@marketplace.example'],
] as const

describe.each(addresses)('an address that %s', (_, email) => {
  test('is answered like one that waits for a code when another code is asked for', async () => {
    const known = await watch(() => resend(server, EMAIL))
    const other = await watch(() => resend(server, email))
    // The known one was sent a code when it registered: only the pause differs, by what the caller did.
    expect(known).toMatchObject({ status: 200, hashes: 0, questions: 1 })
    expect(known.statements.length).toBeGreaterThan(5)
    expect(other).toEqual({ ...known, text: known.text.replace('60', '30') })
    const again = [
      await watch(() => resend(server, EMAIL)),
      await watch(() => resend(server, email)),
    ]
    expect(again.map(({ status, questions }) => ({ status, questions }))).toEqual([
      { status: 429, questions: 0 },
      { status: 429, questions: 0 },
    ])
    expect(again[1]?.statements).toEqual(again[0]?.statements)
  })

  test('is answered like one that waits for a code when codes are tried, from the first to the void one', async () => {
    const code = mailServer.taken[0]?.code ?? ''
    for (let number = 1; number <= 6; number += 1) {
      const known = await watch(() => verify(server, wrongCode(code, number)))
      const other = await watch(() => verify(server, wrongCode(code, number), email))
      expect(known).toMatchObject({ status: 400, hashes: 0, questions: 0 })
      expect(known.statements.length).toBeGreaterThan(5)
      expect(other).toEqual(known)
    }
  })

  test('is answered like one that waits for a code when somebody who is signed in tries codes', async () => {
    const token = await server.signIn()
    const known = await watch(() => verify(server, '123456', EMAIL, { token }))
    const other = await watch(() => verify(server, '123456', email, { token }))
    expect(known).toMatchObject({ status: 400 })
    expect(other.statements).toHaveLength(known.statements.length)
    expect(other.text).toBe(known.text)
  })

  test('gets no mail', async () => {
    await resend(server, email)
    await server.settle()
    expect(mailServer.taken.map(({ to }) => to)).toEqual([[EMAIL]])
  })

  test('has a row of the same kind, which no code opens', async () => {
    await resend(server, email)
    const rows = await server.db.selectFrom('codes').selectAll().orderBy('created_at').execute()
    expect(rows).toHaveLength(2)
    const [known, other] = rows
    expect(other?.mac).toMatch(/^[0-9a-f]{64}$/)
    expect(other?.subject).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(other ?? {})).toEqual(Object.keys(known ?? {}))
  })
})

test('a first wrong code for an address without a row makes one, as for an account whose code is long gone', async () => {
  server.clock.advance(86_400_000)
  const known = await watch(() => verify(server, '123456'))
  expect(await watch(() => verify(server, '123456', UNKNOWN))).toEqual(known)
  expect(await server.db.selectFrom('codes').select('id').execute()).toHaveLength(2)
})

test('a wrong password and an unknown address cost the same statements and one hash each', async () => {
  const known = await watch(() => signIn(server, { password: 'not this one' }))
  const other = await watch(() => signIn(server, { email: UNKNOWN, password: 'not this one' }))
  expect(known).toMatchObject({ status: 401, hashes: 1, questions: 0 })
  expect(other).toEqual(known)
})

test('an account and an unknown address are locked by the same tries, after the same work', async () => {
  vi.mocked(verifyHash).mockResolvedValue(false) // sixty hashes would take seconds
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
  // The account's lock-out has an entry, which no answer waited for.
  const entries = server.db.selectFrom('audit_log').select('action')
  expect(await entries.execute()).toEqual([{ action: 'lock-out' }])
})

describe('another code', () => {
  const SENT = '{"success":true,"codeSent":true,"resendAfter":60}'
  const NOT_SENT = SENT.replace('true,"resend', 'false,"resend')

  async function expectBoth(text: string) {
    const known = await watch(() => resend(server, EMAIL))
    const other = await watch(() => resend(server, UNKNOWN))
    expect(known.text).toBe(text)
    expect(other.text).toBe(text.replace('60', '30'))
    expect(other.statements).toEqual(known.statements)
  }

  test('is not sent to anybody by a mail server that is down', async () => {
    await mailServer.stop()
    await expectBoth(NOT_SENT)
  })

  test.each(['login', 'sender'] as const)(
    'is not sent to anybody once the mail server has refused the %s',
    async (what) => {
      mailServer.refuse(what)
      await register(server, { email: 'other@example.in', phoneNumber: '9123456789' })
      await expectBoth(NOT_SENT)
    },
  )

  test.each(['recipient', 'mail'] as const)(
    'is answered as sent when the mail server refuses the %s, which the log tells',
    async (what) => {
      mailServer.refuse(what)
      await expectBoth(SENT)
      const line = server.logged.find((logged) => logged.includes('refused a mail')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ to: 'm***@example.in', responseCode: 550 })
      expect(server.logged.join()).not.toContain(EMAIL)
    },
  )
})
