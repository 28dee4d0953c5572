import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { begin, readAnswer } from '#tests/server/accounts/sign-in/rights/held-call.ts'
import { type CallOptions, call } from '#tests/server/api-call.ts'
import { BUSINESS, makeItem } from '#tests/server/listings/import/import-calls.ts'
import { manage, startApi } from '#tests/server/server-process.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'

// Two server processes share one PostgreSQL database. A test sends requests to both, as a load balancer does.

const PROCESS_MS = 60_000 // starting compiles TypeScript, while other tests run
const OPERATOR = { email: 'operator@marketplace.example', password: 'a long operator password' }

type Process = Awaited<ReturnType<typeof startApi>>

let database: TestDatabase
let one: Process
let other: Process

beforeAll(async () => {
  database = await openTestDatabase()
  const env = {
    DATABASE_URL: database.place,
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: OPERATOR.password,
    SEED: 'none',
    LOG_LEVEL: 'info',
  }
  expect(await manage(['seed'], env)).toMatchObject({ code: 0, stderr: '' })
  // Both start at once: one process creates the operator's account, the other one finds it.
  const started = await Promise.all([startApi(env), startApi(env)])
  one = started[0]
  other = started[1]
}, PROCESS_MS)

afterAll(async () => {
  const ends = await Promise.all([one.stop(), other.stop()])
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  await database.close()
})

const ask = (server: Process, method: string, path: string, options?: CallOptions) =>
  call(server, method, `/api${path}`, options)

async function signIn(server: Process): Promise<string> {
  const { json } = await ask(server, 'POST', '/auth/login', { body: OPERATOR })
  return String(json['token'])
}

/** Reads a one-time code from the log of the process that created it. Without a mail server, codes are logged. */
async function findLoggedCode({ said, child }: Process): Promise<string> {
  for (;;) {
    const [code] = /(?<="code":")\d{6}/.exec(said()) ?? []
    if (code) return code
    await once(child.stdout, 'data')
  }
}

/** Finds a pending listing. `decide` decides about it, if nobody has done so before. */
async function findPending(token: string) {
  const { json } = await ask(one, 'GET', '/admin/properties?limit=500', { token })
  // safe cast: the contract has these fields
  const rows = json['data'] as unknown as { _id: string; version: number; status: string }[]
  const row = rows.find(({ status }) => status === 'pending')
  if (!row) throw new Error('nothing is pending')
  const { _id: id, version } = row
  const decide = (server: Process, status: string, key: string) =>
    ask(server, 'PATCH', `/admin/properties/${id}/status`, {
      token,
      body: { status },
      headers: { 'Idempotency-Key': key, 'If-Match': `"${version}"` },
    })
  return { id, decide }
}

interface Caller {
  token: string
  /** The table from which a guard reads who calls. */
  readsFrom: 'sessions' | 'api_keys'
  /** Ends the caller's right at the other process. */
  revoke(): Promise<{ status: number }>
}

async function bySignOut(): Promise<Caller> {
  const token = await signIn(other)
  return {
    token,
    readsFrom: 'sessions',
    revoke: () => ask(other, 'POST', '/auth/logout', { token }),
  }
}

async function byRevokedKey(owner: string): Promise<Caller> {
  const body = { name: 'Site', business: BUSINESS }
  const { json } = await ask(other, 'POST', '/admin/api-keys', { token: owner, body })
  const path = `/admin/api-keys/${json['data']?.['_id']}`
  const token = String(json['data']?.['key'])
  return {
    token,
    readsFrom: 'api_keys',
    revoke: () => ask(other, 'DELETE', path, { token: owner }),
  }
}

/** Waits until a connection has reported that it has read the table since then, which PostgreSQL notes within 10 s. */
async function waitForRead(table: string, since: Date): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select greatest(last_seq_scan, last_idx_scan) as at
        from pg_stat_user_tables where relname = ${table}`.execute(database.db)
      const at = rows[0]?.at
      return at != null && new Date(at) > since
    },
    { timeout: PROCESS_MS, interval: 100 },
  )
}

const countRows = (table: 'links' | 'imported_listings') => async () =>
  database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()

/** Calls to one process whose body arrives after the other process has answered a revocation. */
const HELD = [
  {
    what: 'a decision',
    by: 'sign-out',
    prepare: bySignOut,
    call: (id: string) => ({
      method: 'PATCH',
      path: `/api/admin/properties/${id}/status`,
      body: { status: 'approved' },
      count: () =>
        database.db.selectFrom('listings').select('status').where('id', '=', id).execute(),
    }),
  },
  {
    what: 'an invitation',
    by: 'sign-out',
    prepare: bySignOut,
    call: () => ({
      method: 'POST',
      path: '/api/admin/staff/invitations',
      body: { email: 'accomplice@example.in', role: 'owner' },
      count: countRows('links'),
    }),
  },
  {
    what: 'an import',
    by: 'revocation of the key',
    prepare: byRevokedKey,
    call: () => ({
      method: 'POST',
      path: '/api/import/listings',
      body: { listings: [makeItem('ref-1')] },
      count: countRows('imported_listings'),
    }),
  },
]

describe('two processes on one database', { timeout: PROCESS_MS }, () => {
  test('see the same sessions, and the end of a session at once', async () => {
    const token = await signIn(one)
    expect((await ask(other, 'GET', '/admin/dashboard-stats', { token })).status).toBe(200)
    await ask(other, 'POST', '/auth/logout', { token })
    expect((await ask(one, 'GET', '/admin/dashboard-stats', { token })).status).toBe(401)
  })

  test('let only one of two concurrent requests join the team with the same invitation link', async () => {
    const token = await signIn(one)
    const invitation = { email: 'ravi@team.example', role: 'viewer' }
    const invited = await ask(one, 'POST', '/admin/staff/invitations', { token, body: invitation })
    const { hash } = new URL(String(invited.json['data']?.['link']))
    const body = { token: hash.slice(1), fullName: 'Ravi Shah', password: 'seven green parrots' }
    const answers = await Promise.all(
      [one, other].map((server) => ask(server, 'POST', '/auth/join', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(answers.find(({ status }) => status === 410)?.json['code']).toBe('link-used')
    const { text } = await ask(other, 'GET', '/admin/staff', { token })
    expect(text.match(/ravi@team/g)).toHaveLength(1)
  })

  test('apply a change only once if both receive it at the same time, and both give the same answer', async () => {
    const token = await signIn(one)
    const { id, decide } = await findPending(token)
    const [first, second] = await Promise.all([
      decide(one, 'approved', 'one-key-for-both-processes'),
      decide(other, 'approved', 'one-key-for-both-processes'),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.json).toEqual(second.json)
    const replayed = [first, second].filter(({ headers }) => headers.has('Idempotency-Replayed'))
    expect(replayed).toHaveLength(1)
    const { json } = await ask(one, 'GET', `/admin/properties/${id}/history`, { token })
    const entries = json['data'] as unknown as { action: string }[] // safe cast: the contract has these fields
    expect(entries.filter(({ action }) => action === 'Approved')).toHaveLength(1)
  })

  test('accept one of two concurrent decisions on a listing, and answer the other with a 412', async () => {
    const { decide } = await findPending(await signIn(one))
    const answers = await Promise.all([
      decide(one, 'approved', 'a-key-to-make-it-approved'),
      decide(other, 'rejected', 'a-key-to-make-it-rejected'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test("include each other's changes in the delta of the listings", async () => {
    const token = await signIn(other)
    const { json } = await ask(other, 'GET', '/admin/properties', { token })
    const { id, decide } = await findPending(token)
    await decide(one, 'approved', 'a-key-of-a-change-to-read')
    const since = encodeURIComponent(String(json['meta']?.['cursor']))
    const delta = await ask(other, 'GET', `/admin/properties?since=${since}`, { token })
    expect(delta.json['data']).toMatchObject([{ _id: id }])
  })

  test('count the wrong passwords that either of them receives', async () => {
    const body = { email: 'nobody@example.in', password: 'not the right password' }
    const statuses: number[] = []
    for (const server of [one, other, one, other, one, other, one, other])
      statuses.push((await ask(server, 'POST', '/auth/login', { body })).status)
    // The sixth attempt is refused, although each process has received only some of the first five.
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test.each(HELD)(
    'change nothing by $what after a $by at the other process during its body',
    async (held) => {
      const person = await signIn(other)
      const { id: listing } = await findPending(person)
      const { token, readsFrom, revoke } = await held.prepare(person)
      const { method, path, body, count } = held.call(listing)
      const { send, body: bytes } = begin(one.url, { method, token, prepared: { path, body } })
      const before = await count()
      const since = new Date()
      const sent = send()
      const answered = readAnswer(sent)
      sent.flushHeaders()
      // Its guards have read who calls, and it waits for the body.
      await waitForRead(readsFrom, since)
      expect((await revoke()).status).toBe(200)
      sent.end(bytes)
      expect((await answered).status).toBe(401)
      expect(await count()).toEqual(before)
    },
  )

  test('accept a one-time code that the other process created', async () => {
    const person = {
      fullName: 'Ravi Menon',
      email: 'ravi@example.in',
      phoneNumber: '9876543210',
      password: 'nine green umbrellas',
      isAdult: true,
      acceptedPolicy: true,
    }
    const made = await ask(one, 'POST', '/auth/register', { body: person })
    expect(made.json['error']).toBeUndefined()
    const otp = await findLoggedCode(one)
    const verified = await ask(other, 'POST', '/auth/verify-otp', {
      token: String(made.json['token']),
      body: { email: person.email, otp },
    })
    expect(verified).toMatchObject({ status: 200, json: { user: { verified: true } } })
  })
})
