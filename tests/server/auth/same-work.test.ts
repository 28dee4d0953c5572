import { hash, verify as verifyHash } from '@node-rs/argon2'
import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeMarket } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { EMAIL, register, resend, signIn, verify, wrongCode } from './end-user-calls.ts'

// Who asks about an address must not learn whether someone has it: neither from the answer nor from the work for it.

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const UNKNOWN = 'nobody@example.in'
const VERIFIED = 'asha.rao@example.in'

let server: TestServer
const statements: string[] = []
const listStatements: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    statements.push(new SqliteQueryCompiler().compileQuery(node, queryId).sql)
    return node
  },
  transformResult: async ({ result }) => result,
}

beforeEach(async () => {
  server = await startTestServer({
    seed: makeMarket(),
    inMemory: true,
    mail: 'inbox',
    plugins: [listStatements],
  })
  await register(server)
  server.clock.advance(600_000)
})
afterEach(() => server.close())

/** What a call answers and what the server does for it. */
async function watch(ask: () => ReturnType<typeof resend>) {
  const inbox = server.getInbox()
  const connectionsBefore = inbox.connections
  statements.length = 0
  vi.mocked(hash).mockClear()
  vi.mocked(verifyHash).mockClear()
  const { status, text } = await ask()
  const hashes = vi.mocked(hash).mock.calls.length + vi.mocked(verifyHash).mock.calls.length
  return {
    status,
    text,
    statements: [...statements],
    hashes,
    connections: inbox.connections - connectionsBefore,
  }
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
    expect(known).toMatchObject({ status: 200, hashes: 0, connections: 1 })
    expect(known.statements.length).toBeGreaterThan(5)
    expect(other).toEqual({ ...known, text: known.text.replace('60', '30') })
    const again = [
      await watch(() => resend(server, EMAIL)),
      await watch(() => resend(server, email)),
    ]
    expect(again.map(({ status, connections }) => ({ status, connections }))).toEqual([
      { status: 429, connections: 0 },
      { status: 429, connections: 0 },
    ])
    expect(again[1]?.statements).toEqual(again[0]?.statements)
  })

  test('is answered like one that waits for a code when codes are tried, from the first to the void one', async () => {
    const code = await server.getInbox().waitForCode(EMAIL)
    for (let number = 1; number <= 6; number += 1) {
      const known = await watch(() => verify(server, wrongCode(code, number)))
      const other = await watch(() => verify(server, wrongCode(code, number), email))
      expect(known).toMatchObject({ status: 400, hashes: 0, connections: 0 })
      expect(known.statements.length).toBeGreaterThan(5)
      expect(other).toEqual(known)
    }
  })

  test('gets no mail', async () => {
    await resend(server, email)
    expect(server.getInbox().mails.map(({ to }) => to)).toEqual([[EMAIL]])
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
  expect(known).toMatchObject({ status: 401, hashes: 1, connections: 0 })
  expect(other).toEqual(known)
})

test('a mail server that is down is down for every address', async () => {
  await server.getInbox().stop()
  const known = await watch(() => resend(server, EMAIL))
  const other = await watch(() => resend(server, UNKNOWN))
  expect(known.text).toBe('{"success":true,"codeSent":false,"resendAfter":60}')
  expect(other).toEqual({ ...known, text: known.text.replace('60', '30') })
})

test.each(['refuseRecipients', 'refuseMails'] as const)(
  'a mail server with %s is answered as if it had taken the mail',
  async (refuse) => {
    server.getInbox()[refuse]()
    const known = await watch(() => resend(server, EMAIL))
    const other = await watch(() => resend(server, UNKNOWN))
    expect(known.text).toBe('{"success":true,"codeSent":true,"resendAfter":60}')
    expect(other).toEqual({ ...known, text: known.text.replace('60', '30') })
    const line = server.logged.find((logged) => logged.includes('refused a mail')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ to: 'm***@example.in', responseCode: 550 })
    expect(server.logged.join()).not.toContain(EMAIL)
  },
)
