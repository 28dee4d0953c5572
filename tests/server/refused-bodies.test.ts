import { afterAll, describe, expect, test } from 'vitest'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

// Whatever a body holds may be a password: a refusal has sentences of the server's own, in one form, and repeats nothing.

const MARK = 'zq7-marker-of-this-test'
const MINUTE_MS = 61_000 // the limits give back what was counted

const server = await startTestServer({
  seed: makeMarket({ listings: [makeListing(1)], loans: [makeLoan(1)] }),
  inMemory: true,
})
afterAll(() => server.close())

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
  server.clock.advance(MINUTE_MS)
  // Each call has a token of its own: one of them ends its session.
  const token = await server.signIn()
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

/** Texts that are no JSON object, each with the mark. */
const UNREADABLE = [
  `{"password":"${MARK}`,
  `password=${MARK}`,
  `["${MARK}"]`,
  `"${MARK}"`,
  `{"${MARK}\\u0000":"${MARK}\\u0000"}`,
  `${'{"a":'.repeat(25)}"${MARK}"${'}'.repeat(25)}`,
  `{"password":"${MARK}${'x'.repeat(100_001)}"}`,
]

/** The example with one field wrong, for each field and each way to be wrong. */
function makeWrongBodies(example: unknown): string[] {
  const fields = Object.keys(Object(example))
  const wrong = [MARK, MARK.repeat(500), { [MARK]: MARK }, [MARK]]
  return fields.flatMap((field) =>
    wrong.map((value) => JSON.stringify({ ...Object(example), [field]: value })),
  )
}

describe.each(writes)('$name', ({ method, path, example }) => {
  test('repeats nothing of a body that it refuses', async () => {
    const bodies = [...UNREADABLE, ...makeWrongBodies(example)]
    let refusals = 0
    for (const body of bodies) {
      const answer = await ask(method, path, body)
      if (answer.status < 400) continue // a text may be right for one field, or there is no body to refuse
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

test.each(withBody)('$name reads JSON, whatever the type of its content', async (one) => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    const broken = await ask(one.method, one.path, `{"a":"${MARK}`, type)
    expect(broken).toMatchObject({ status: 400, json: { code: 'not-json' } })
    const list = await ask(one.method, one.path, `["${MARK}"]`, type)
    expect(list).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    // Whatever it answers, it has read the example.
    const right = await ask(one.method, one.path, JSON.stringify(one.example), type)
    expect(['not-json', 'invalid-input', 'session-replaced']).not.toContain(right.json['code'])
  }
})
