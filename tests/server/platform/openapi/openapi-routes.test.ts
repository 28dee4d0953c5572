import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const server = await startTestServer({ seed: 'none' })
afterAll(() => server.close())

const { document } = await getAnswerCheck(server.app)

test('the OpenAPI document needs no sign-in, has an ETag, and is sent with Cache-Control: no-store', async () => {
  const answer = await call(server, 'GET', '/api/openapi.json')
  expect(answer.json).toEqual(JSON.parse(JSON.stringify(document)))
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
  const again = await call(server, 'GET', '/api/openapi.json', { headers })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('the request schemas of the document have the fields and values that the server accepts', () => {
  const { paths } = document
  const schemaOf = (path: string, method: string) =>
    paths[path]?.[method]?.requestBody?.content['application/json']?.schema
  expect(schemaOf('/api/admin/properties/{id}/status', 'patch')).toEqual({
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['pending', 'approved', 'rejected'] },
      reason: expect.objectContaining({ required: ['code', 'note', 'changesNeeded'] }),
    },
    required: ['status'],
  })
  expect(schemaOf('/api/auth/register', 'post')).toMatchObject({
    required: ['fullName', 'email', 'phoneNumber', 'password', 'isAdult'],
  })
  expect(schemaOf('/api/events/create', 'post')).toMatchObject({
    required: [],
    properties: { startsAt: {} },
  })
})

test('the documentation page lists every call with the token that the call needs, and has no inline styles or scripts', async () => {
  const { text, headers } = await call(server, 'GET', '/api/docs')
  expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(headers.get('Content-Security-Policy')).toContain("style-src 'self'")
  for (const [path, item] of Object.entries(document.paths)) {
    expect(text).toContain(`<code class="path">${path}</code>`)
    for (const { operationId } of Object.values(item)) {
      expect(text).toContain(`id="${operationId}"`)
      expect(text).toContain(`href="#${operationId}"`)
    }
  }
  for (const word of ['ownerDetails.phoneNumber', 'cursor-expired', 'Idempotency-Replayed'])
    expect(text).toContain(word)
  expect(text).not.toMatch(/<script|style=|\son\w+=|undefined|\[object|javascript:/)

  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
  expect(targets.length).toBeGreaterThan(40)
  for (const id of targets) expect(text.split(`id="${id}"`)).toHaveLength(2)

  const calls = Object.values(document.paths).flatMap((path) => Object.values(path))
  const callerOf = ({ token, apiKey }: Readonly<Record<string, readonly string[]>>) =>
    apiKey ? 'site' : (token?.[0] ?? 'any')
  const count = (caller: string) =>
    calls.filter(({ security }) => security.some((one) => callerOf(one) === caller)).length
  const told = (sentence: string) => text.split(sentence).length - 1
  expect(told('Needs the operator&#39;s token.')).toBe(count('operator'))
  expect(told('Needs anyone&#39;s token.')).toBe(count('any'))
  expect(told('Needs an API key.')).toBe(count('site'))
  expect(told('Needs no token.')).toBe(
    calls.length - count('operator') - count('any') - count('site'),
  )
  expect(Math.min(count('any'), count('site'))).toBeGreaterThan(0)
})

test('the documentation page has the colours of the app', async () => {
  const { text, headers } = await call(server, 'GET', '/api/docs.css')
  expect(headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  const app = new Map(tokensOf(readFileSync('src/ui/styles/tokens.css', 'utf8')))
  const [light, dark] = text.split('prefers-color-scheme').map(tokensOf)
  expect(dark?.length).toBeGreaterThan(5)
  const colours = new Map(dark)
  for (const [name, value] of light ?? []) {
    const other = colours.get(name)
    expect(app.get(name)).toBe(other ? `light-dark(${value}, ${other})` : value)
  }
  expect([...colours.keys()].filter((name) => !new Map(light).has(name))).toEqual([])
})

/** The name and the value of each custom property in a style sheet. */
function tokensOf(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
}
