import { afterAll, describe, expect, test } from 'vitest'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const server = await startTestServer({ seed: 'none' })
afterAll(() => server.close())

const OPEN_CALLS = new Set(
  [
    ...['register', 'login', 'verify-otp', 'resend-otp', 'read-link', 'join', 'forgot-password'],
    ...['reset-password', 'second-factor', 'second-factor/enrolment', 'passkey'],
    ...['second-factor/enrolment/confirm', 'passkey/options'],
  ].map((name) => `post /api/auth/${name}`),
)

const { document, findFlaws } = await getAnswerCheck(server.app)
const calls = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, call]) => ({ path, method, call })),
)
const named = calls.map(({ path, method, call }) => [`${method} ${path}`, { path, call }] as const)

test('the document describes every API route of the server, and no other route', () => {
  const routes = server.app.routes
    .filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
    .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const described = calls.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  expect(described.sort()).toEqual([...new Set(routes)].sort())
})

test('each API call and each group of calls has a unique name', () => {
  const names = calls.map(({ call }) => call.operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^[a-z]\w+$/i.test(name))).toBe(true)
  const groups = document.tags.map(({ name }) => name)
  expect(new Set(groups).size).toBe(groups.length)
  for (const { call } of calls) expect(groups).toContain(call.tags[0])
})

test('every $ref in the document leads to a schema of the document', () => {
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
  expect(references.length).toBeGreaterThan(20)
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/schemas\//)
    expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
  }
})

test('the document uses only the keywords of OpenAPI 3.1 and JSON Schema 2020-12', () => {
  const known = ['openapi', 'info', 'servers', 'tags', 'paths', 'components']
  expect(Object.keys(document).sort()).toEqual(known.sort())
  expect(document.openapi).toBe('3.1.0')
  // Ajv's strict mode rejects unknown keywords.
  for (const schema of Object.values(document.components.schemas)) findFlaws(schema, null)
})

describe.each(named)('%s', (name, { path, call }) => {
  test('describes each parameter of its path, and no parameter twice', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = call.parameters.map(({ in: place, name }) => `${place} ${name}`)
    const ofPath = call.parameters.filter((one) => one.in === 'path')
    expect(ofPath.map(({ name }) => name)).toEqual(inPath)
    expect(ofPath.every(({ required }) => required)).toBe(true)
    expect(new Set(parameters).size).toBe(parameters.length)
  })

  test('describes who may call it, and the statuses with which other callers are refused', () => {
    const isAdmins = path.startsWith('/api/admin/')
    const isClosed =
      isAdmins || (!OPEN_CALLS.has(name) && /^\/api\/(account|events|auth)\//.test(path))
    const roles = isAdmins ? ['operator'] : []
    const isSites = path.startsWith('/api/import/')
    const ofSites = isSites ? [{ apiKey: [] }] : []
    expect(call.security).toEqual(isClosed ? [{ token: roles }] : ofSites)
    // A 403 is possible for every write (from another origin) and for reads in a staff session that was unused for too long.
    expect(Boolean(call.responses[403])).toBe(isClosed || !name.startsWith('get '))
    if (isClosed || isSites) expect(call.responses).toHaveProperty('401')
    expect(Object.keys(call.responses).filter((status) => status.startsWith('20'))).toHaveLength(1)
    for (const status of [414, 500, 503]) expect(call.responses).toHaveProperty(String(status))
  })

  test('has examples that match their schemas, and schemas that compile', () => {
    const parts = [call.requestBody, ...Object.values(call.responses)]
    for (const { schema, example } of parts.flatMap((part) => Object.values(part?.content ?? {}))) {
      const flaws = findFlaws(schema, example ?? null) // compiles the schema
      if (example !== undefined) expect(flaws).toEqual([])
    }
  })
})
