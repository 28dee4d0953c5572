import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJson } from '#tests/server/api-call.ts'
import { manage, startApi } from '#tests/server/server-process.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'

// Two server processes share one PostgreSQL database. A test sends requests to both, as a load balancer does.

const PROCESS_MS = 60_000 // starting compiles TypeScript, while other tests run
const OPERATOR = { email: 'operator@marketplace.example', password: 'a long operator password' }

let database: TestDatabase
let processes: Awaited<ReturnType<typeof startApi>>[]

beforeAll(async () => {
  database = await openTestDatabase()
  const env = {
    DATABASE_URL: database.place,
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: OPERATOR.password,
    SEED: 'none',
    LOG_LEVEL: 'info',
  }
  const seeded = await manage(['seed'], env)
  expect(seeded).toMatchObject({ code: 0, stderr: '' })
  // Both start at once: one process creates the operator's account, the other one finds it.
  processes = await Promise.all([startApi(env), startApi(env)])
}, PROCESS_MS)

afterAll(async () => {
  const ends = await Promise.all(processes.map((server) => server.stop()))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  await database.close()
})

interface Ask {
  token?: string
  body?: object
  headers?: Record<string, string>
}

async function ask(which: 0 | 1, method: string, path: string, { token, body, headers }: Ask = {}) {
  const response = await fetch(`${processes[which]?.url}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    json: readJson(await response.text()),
  }
}

async function signIn(which: 0 | 1): Promise<string> {
  const { json } = await ask(which, 'POST', '/auth/login', { body: OPERATOR })
  return String(json['token'])
}

/** Reads a one-time code from the log of the process that created it. Without a mail server, codes are logged. */
async function findLoggedCode(which: 0 | 1): Promise<string> {
  const server = processes[which]
  for (;;) {
    const [code] = /(?<="code":")\d{6}/.exec(server?.said() ?? '') ?? []
    if (code) return code
    if (server) await once(server.child.stdout, 'data')
  }
}

async function firstPending(token: string): Promise<{ id: string; version: number }> {
  const { json } = await ask(0, 'GET', '/admin/properties?limit=500', { token })
  // safe cast: the contract has these fields
  const rows = json['data'] as unknown as { _id: string; version: number; status: string }[]
  const row = rows.find(({ status }) => status === 'pending')
  if (!row) throw new Error('nothing is pending')
  return { id: row._id, version: row.version }
}

describe('two processes on one database', { timeout: PROCESS_MS }, () => {
  test('see the same sessions, and the end of a session at once', async () => {
    const token = await signIn(0)
    expect((await ask(1, 'GET', '/admin/dashboard-stats', { token })).status).toBe(200)
    await ask(1, 'POST', '/auth/logout', { token })
    expect((await ask(0, 'GET', '/admin/dashboard-stats', { token })).status).toBe(401)
  })

  test('let only one of two concurrent requests join the team with the same invitation link', async () => {
    const token = await signIn(0)
    const invitation = { email: 'ravi@team.example', role: 'viewer' }
    const invited = await ask(0, 'POST', '/admin/staff/invitations', { token, body: invitation })
    const { hash } = new URL(String(invited.json['data']?.['link']))
    const body = { token: hash.slice(1), fullName: 'Ravi Shah', password: 'seven green parrots' }
    const answers = await Promise.all(
      ([0, 1] as const).map((which) => ask(which, 'POST', '/auth/join', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(answers.find(({ status }) => status === 410)?.json['code']).toBe('link-used')
    const { json } = await ask(1, 'GET', '/admin/staff', { token })
    expect(JSON.stringify(json).match(/ravi@team/g)).toHaveLength(1)
  })

  test('apply a change only once if both receive it at the same time, and both give the same answer', async () => {
    const token = await signIn(0)
    const { id, version } = await firstPending(token)
    const change = {
      token,
      body: { status: 'approved' },
      headers: { 'Idempotency-Key': 'one-key-for-both-processes', 'If-Match': `"${version}"` },
    }
    const path = `/admin/properties/${id}/status`
    const answers = await Promise.all([
      ask(0, 'PATCH', path, change),
      ask(1, 'PATCH', path, change),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    const replayed = answers.filter(({ headers }) => headers.has('Idempotency-Replayed'))
    expect(replayed).toHaveLength(1)
    const { json } = await ask(0, 'GET', `/admin/properties/${id}/history`, { token })
    const entries = json['data'] as unknown as { action: string }[] // safe cast: the contract has these fields
    expect(entries.filter(({ action }) => action === 'Approved')).toHaveLength(1)
  })

  test('accept one of two concurrent decisions on a listing, and answer the other with a 412', async () => {
    const token = await signIn(0)
    const { id, version } = await firstPending(token)
    const decide = (which: 0 | 1, status: string) =>
      ask(which, 'PATCH', `/admin/properties/${id}/status`, {
        token,
        body: { status },
        headers: { 'Idempotency-Key': `a-key-to-make-it-${status}`, 'If-Match': `"${version}"` },
      })
    const answers = await Promise.all([decide(0, 'approved'), decide(1, 'rejected')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test("include each other's changes in the delta of the listings", async () => {
    const token = await signIn(1)
    const { json } = await ask(1, 'GET', '/admin/properties', { token })
    const { id, version } = await firstPending(token)
    await ask(0, 'PATCH', `/admin/properties/${id}/status`, {
      token,
      body: { status: 'approved' },
      headers: { 'If-Match': `"${version}"` },
    })
    const since = encodeURIComponent(String(json['meta']?.['cursor']))
    const delta = await ask(1, 'GET', `/admin/properties?since=${since}`, { token })
    // safe cast: the contract has these fields
    expect((delta.json['data'] as unknown as { _id: string }[]).map(({ _id }) => _id)).toEqual([id])
  })

  test('count the wrong passwords that either of them receives', async () => {
    const wrong = { email: 'nobody@example.in', password: 'not the right password' }
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1)
      statuses.push(
        (await ask(index % 2 === 0 ? 0 : 1, 'POST', '/auth/login', { body: wrong })).status,
      )
    // The sixth attempt is refused, although each process has received only some of the first five.
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('accept a one-time code that the other process created', async () => {
    const person = {
      fullName: 'Ravi Menon',
      email: 'ravi@example.in',
      phoneNumber: '9876543210',
      password: 'nine green umbrellas',
      isAdult: true,
      acceptedPolicy: true,
    }
    const made = await ask(0, 'POST', '/auth/register', { body: person })
    expect(made.json['error']).toBeUndefined()
    const code = await findLoggedCode(0)
    const verified = await ask(1, 'POST', '/auth/verify-otp', {
      token: String(made.json['token']),
      body: { email: person.email, otp: code },
    })
    expect(verified).toMatchObject({ status: 200, json: { user: { verified: true } } })
  })
})
