import { describe, expect, test } from 'vitest'
import { readProxyRange } from '#server/platform/config/proxy-range.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const start = (settings: Parameters<typeof startServerForTest>[0] = {}) =>
  startServerForTest({ seed: makeMarket(), ...settings })

/** The policy of an answer with data, which is no page and loads nothing. */
const NOTHING_FROM_ANYWHERE = "default-src 'none'; frame-ancestors 'none'"

test('every answer has the security headers, including errors', async () => {
  const server = await start()
  const data = ['/api/healthz', '/api/nothing', '/api/admin/users']
  for (const path of [...data, '/media/nothing.mp4', '/api/docs']) {
    const { headers } = await call(server, 'GET', path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      ...(data.includes(path) && { 'content-security-policy': NOTHING_FROM_ANYWHERE }),
    })
    expect(headers.get('Strict-Transport-Security')).toBeNull()
    expect(headers.get('Set-Cookie')).toBeNull()
  }
})

test('a page may load resources only from its own origin, and may use neither frames nor device features', async () => {
  const server = await start()
  const { headers } = await call(server, 'GET', '/api/docs')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect(headers.get('Content-Security-Policy')?.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "img-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
  ])
})

test('a page may also use the API origin, and from the media hosts only pictures and videos', async () => {
  const mediaHosts = ['https://films.example.in', 'https://cdn.example']
  const server = await start({ settings: { mediaHosts, apiOrigin: 'https://api.example.in' } })
  const { headers } = await call(server, 'GET', '/api/docs')
  const [api, ...hosts] = ['https://api.example.in', ...mediaHosts]
  const policy = headers.get('Content-Security-Policy') ?? ''
  expect(policy.split('; ').filter((directive) => directive.includes('https:'))).toEqual([
    `img-src 'self' ${api} ${hosts.join(' ')}`,
    `media-src 'self' ${api} ${hosts.join(' ')}`,
    `connect-src 'self' ${api}`,
  ])
})

test('answers of the API are never cached by browsers', async () => {
  const server = await start()
  const operator = await server.signIn()
  const user = await server.signIn({ email: 'asha.rao@example.in' })
  const routes = server.app.routes.filter(({ path }) => path.startsWith('/api/'))
  expect(routes.length).toBeGreaterThan(20)
  for (const { method, path } of routes) {
    const place = path.replace(':id', 'f'.repeat(24)).replace('*', 'nothing')
    const by = method === 'ALL' ? 'GET' : method
    const options = [{}, { token: operator }, { token: user }]
    for (const option of options) {
      const { headers } = await call(server, by, place, option)
      expect(headers.get('Cache-Control'), `${by} ${place}`).toBe('no-store')
    }
  }
})

test('HSTS is sent only when a trusted proxy reports that the client used HTTPS', async () => {
  const server = await start({ settings: { trustedProxies: [readProxyRange('10.0.0.9')] } })
  const ask = (from: string, proto: string) =>
    call(server, 'GET', '/api/healthz', { from, headers: { 'X-Forwarded-Proto': proto } })
  const name = 'Strict-Transport-Security'
  expect((await ask('10.0.0.9', 'https')).headers.get(name)).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect((await ask('10.0.0.9', 'http')).headers.get(name)).toBeNull()
  expect((await ask('10.0.0.1', 'https')).headers.get(name)).toBeNull()
})

test('only the worker that decodes HEIC may compile WebAssembly', async () => {
  const policyOf = async (path: string) =>
    (await call(await start(), 'GET', path)).headers.get('Content-Security-Policy') ?? ''
  const worker = await policyOf('/assets/heic-worker-Ab1_-c.js')
  expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(worker).toContain("default-src 'none'")
  for (const path of [
    '/',
    '/assets/index-Ab1.js',
    '/assets/x/heic-worker-a.js',
    '/media/heic-worker-a.js',
  ])
    expect(await policyOf(path), path).not.toContain('wasm')
})

test('HSTS leaves the subdomains out if HSTS_SUBDOMAINS is off', async () => {
  const settings = { trustedProxies: [readProxyRange('10.0.0.9')], hstsSubdomains: 'off' } as const
  const { headers } = await call(await start({ settings }), 'GET', '/api/healthz', {
    from: '10.0.0.9',
    headers: { 'X-Forwarded-Proto': 'https' },
  })
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000')
})

describe('a page of another origin', () => {
  const PANEL = 'https://panel.example.in'
  const settings = { corsOrigins: [PANEL] }
  const preflight = (server: TestServer, origin: string) =>
    call(server, 'OPTIONS', '/api/admin/properties', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    })

  test('may read answers when CORS_ORIGINS lists it', async () => {
    const server = await start({ settings })
    const { status, headers } = await preflight(server, PANEL)
    const allowed = (what: string) =>
      headers.get(`Access-Control-Allow-${what}`)?.split(/, ?/) ?? []
    expect(status).toBe(204)
    expect(allowed('Origin')).toEqual([PANEL])
    expect(allowed('Methods')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    )
    const names = 'Authorization Content-Type Idempotency-Key If-Match If-None-Match'
    expect(allowed('Headers')).toEqual(expect.arrayContaining(names.split(' ')))
    expect(headers.get('Access-Control-Max-Age')).toBe('600')
    const read = await call(server, 'GET', '/api/healthz', { headers: { Origin: PANEL } })
    expect(read.headers.get('Access-Control-Expose-Headers')).toMatch(/ETag.*Retry-After/)
  })

  test('is refused when CORS_ORIGINS does not list it or is not set', async () => {
    for (const [set, origin] of [
      [settings, 'https://evil.example'],
      [{}, PANEL],
    ] as const) {
      const { headers } = await preflight(await start({ settings: set }), origin)
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    }
  })

  test('may show media when CORS_ORIGINS is set', async () => {
    const { headers } = await call(await start({ settings }), 'GET', '/media/any.mp4')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })
})
