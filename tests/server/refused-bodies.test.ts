// @module-tag long
import { describe, expect, test } from 'vitest'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'
import { makeKey } from './listings/import/import-calls.ts'

// A request body may contain a password. So an answer that refuses a request must contain only the server's own
// messages, and nothing of the request.

const MEMBER = 'asha@example.in'
const MARK = 'zq7-marker-of-this-test'
const CALL_INTERVAL_MS = 61_000 // passes before each call, so that no rate limit applies

const server = await startServerForFile({
  seed: makeMarket({
    users: [makeUser({ email: MEMBER })],
    listings: [makeListing(1)],
    loans: [makeLoan(1)],
  }),
})

const { document } = await getAnswerCheck(server.app)
const calls = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace('{id}', idOf(1)),
    example: requestBody?.content['application/json']?.example,
  })),
)
const writes = calls.filter(({ method }) => method !== 'GET')
const reads = calls.filter(({ method }) => method === 'GET')
const withBody = writes.filter(({ example }) => example !== undefined)

async function ask(method: string, path: string, body?: string, contentType = 'application/json') {
  server.clock.advance(CALL_INTERVAL_MS)
  // A new token for each call, because some calls end the session. Team accounts may not post listings, and imports
  // need an API key.
  const isMembers = path.startsWith('/api/account/')
  const isSites = path.startsWith('/api/import/')
  const person = await server.signIn(isMembers ? { email: MEMBER, preferredRole: 'user' } : {})
  const token = isSites ? await makeKey(server, person) : person
  return call(server, method, path, { token, body, headers: { 'Content-Type': contentType } })
}

function expectPlainRefusal({ text, json }: Awaited<ReturnType<typeof ask>>) {
  expect(text.toLowerCase()).not.toContain(MARK)
  expect(json['code']).not.toBe('session-replaced')
  expect(json).toMatchObject({
    success: false,
    error: expect.stringMatching(/^[A-Z]/),
    code: expect.stringMatching(/^[a-z-]+$/),
  })
}

/** Bodies that no call accepts: no JSON object, nested too deeply, too large, or with NUL. Each contains MARK. */
const UNREADABLE = [
  `{"password":"${MARK}`,
  `password=${MARK}`,
  `["${MARK}"]`,
  `"${MARK}"`,
  `{"${MARK}\\u0000":"${MARK}\\u0000"}`,
  `${'{"a":'.repeat(25)}"${MARK}"${'}'.repeat(25)}`,
  `{"password":"${MARK}${'x'.repeat(100_001)}"}`,
]

/** Copies of the documented example of a call. In each copy, one field has one of four wrong values with MARK. */
function makeWrongBodies(example: unknown): string[] {
  const fields = Object.keys(Object(example))
  const wrong = [MARK, MARK.repeat(500), { [MARK]: MARK }, [MARK]]
  return fields.flatMap((field) =>
    wrong.map((value) => JSON.stringify({ ...Object(example), [field]: value })),
  )
}

describe.each(writes)('$name', ({ method, path, example }) => {
  test('repeats nothing of a request body that it refuses', async () => {
    const bodies = [...UNREADABLE, ...makeWrongBodies(example)]
    let refusals = 0
    for (const body of bodies) {
      const answer = await ask(method, path, body)
      // The call did not refuse the body: MARK is valid in this field, or the call ignores its body.
      if (answer.status < 400) continue
      refusals += 1
      expectPlainRefusal(answer)
    }
    if (example !== undefined) expect(refusals).toBeGreaterThan(UNREADABLE.length)
  })
})

test.each(reads)('$name repeats nothing of a query that it refuses', async ({ path }) => {
  const names = 'limit cursor q sort status saleType since entity action device from before'
  for (const name of [...names.split(' '), MARK]) {
    const answer = await ask('GET', `${path}?${name}=${MARK}&${name}=${MARK}`)
    if (answer.status >= 400) expectPlainRefusal(answer)
  }
})

test.each(withBody)('$name parses its body as JSON, whatever the Content-Type is', async (one) => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    // A call counts before its body is read, and no limit is meant here.
    await server.db.deleteFrom('attempts').execute()
    const broken = await ask(one.method, one.path, `{"a":"${MARK}`, type)
    expect(broken).toMatchObject({ status: 400, json: { code: 'not-json' } })
    const list = await ask(one.method, one.path, `["${MARK}"]`, type)
    expect(list).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    // The call may be refused for other reasons, but its body was parsed.
    const right = await ask(one.method, one.path, JSON.stringify(one.example), type)
    expect(['not-json', 'invalid-input', 'session-replaced']).not.toContain(right.json['code'])
  }
})
