import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { PUBLIC_URL, startTestServer } from '#tests/support/server/server-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'dist-'))
const dist = join(folder, 'dist')
for (const name of ['assets', '.prerendered/account/sign-in'])
  mkdirSync(join(dist, name), { recursive: true })
writeFileSync(join(folder, 'secret.txt'), 'secret')
write('index.html', '<!doctype html><title>App</title>')
write('.prerendered/index.html', pageOf('Home', '/'))
write('.prerendered/account/sign-in/index.html', pageOf('Sign in', '/account/sign-in'))
write('sw.js', 'self.skipWaiting()')
write('manifest.webmanifest', '{"name":"App"}')
write('assets/app-1a2b3c.js', 'console.log("app")')
writeFileSync(join(dist, 'favicon.svg'), '<svg/>')
writeFileSync(join(dist, '.env'), 'secret')

const server = await startTestServer({ seed: 'none', distDir: dist })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function write(name: string, content: string) {
  writeFileSync(join(dist, name), content)
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(content))
}

/** A public page as the build writes it. */
function pageOf(title: string, path: string) {
  return `<!doctype html><title>${title}</title><link rel="canonical" href="%PUBLIC_URL%${path}" />`
}

const PAGE = { Accept: 'text/html,application/xhtml+xml' }

function get(path: string, headers: Record<string, string> = {}) {
  return call(server, 'GET', path, { headers })
}

describe("the app's page", () => {
  test.each(['/dashboard', '/login', '/account/events', '/account', '/any/unknown/path'])(
    'is the answer for %s',
    async (path) => {
      const answer = await get(path, PAGE)
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>App') })
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    },
  )

  test.each([
    ['/', 'Home'],
    ['/account/sign-in', 'Sign in'],
    ['/account/sign-in/', 'Sign in'],
  ])('at %s is the page that was prerendered for this path', async (path, title) => {
    const answer = await get(path, { ...PAGE, 'Accept-Encoding': 'br' })
    expect(answer.headers.get('Content-Encoding')).toBe('br')
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect((await get(path, PAGE)).text).toContain(`<title>${title}`)
  })

  test.each(['/assets/gone-999.js', '/assets/gone', '/gone.png', '/api/gone', '/media/gone'])(
    'is never the answer for %s',
    async (path) => {
      const answer = await get(path, PAGE)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('<title>')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  test.each([
    ['no Accept header', {}],
    ['an empty Accept header', { Accept: '' }],
    ['the header of curl', { Accept: '*/*' }],
    ['the header of a monitor', { Accept: 'text/*;q=0.5' }],
    ['the header of axios', { Accept: 'application/json, text/plain, */*' }],
    ['the header of a bot', { Accept: 'text/html;q=0.9, image/webp', Host: 'attacker.example' }],
  ])('is sent to a client with %s', async (_, headers) => {
    for (const [path, title] of [
      ['/', 'Home'],
      ['/account/sign-in', 'Sign in'],
      ['/dashboard', 'App'],
      ['/any/unknown/path', 'App'],
    ] as const) {
      const answer = await get(path, headers)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(`<title>${title}<`)
      const head = await call(server, 'HEAD', path, { headers })
      expect(head).toMatchObject({ status: 200, text: '' })
      for (const name of ['Content-Type', 'Content-Length', 'ETag'])
        expect(head.headers.get(name)).toBe(answer.headers.get(name))
    }
  })

  test.each([
    'application/json',
    'application/problem+json, application/json;q=0.5',
    'application/json, text/html;q=0',
  ])('is not sent to a client that accepts only JSON: %s', async (Accept) => {
    expect((await get('/dashboard', { Accept })).status).toBe(404)
    expect((await call(server, 'POST', '/dashboard', { headers: PAGE })).status).toBe(404)
  })

  test('has links to PUBLIC_URL in every encoding, whatever the Host header is', async () => {
    const link = `<link rel="canonical" href="${PUBLIC_URL}/account/sign-in" />`
    const hostile = { Host: 'attacker.example', 'X-Forwarded-Host': 'attacker.example' }
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      const headers = { ...hostile, 'Accept-Encoding': encoding }
      const raw = await server.app.request('/account/sign-in', { headers })
      expect(decode(Buffer.from(await raw.arrayBuffer())).toString()).toContain(link)
    }
  })

  test('is a 304 while unchanged, and read again after a build', async () => {
    const before = await get('/account/sign-in')
    const known = { 'If-None-Match': before.headers.get('ETag') ?? '' }
    expect(await get('/account/sign-in', known)).toMatchObject({ status: 304, text: '' })
    write('.prerendered/account/sign-in/index.html', pageOf('Sign in again', '/account/sign-in'))
    const after = await get('/account/sign-in', known)
    expect(after).toMatchObject({ status: 200, text: expect.stringContaining('Sign in again') })
  })
})

test('a file that pages load has the short policy of data; pages and the worker have the policy of pages', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('Content-Security-Policy')
  expect(await policyOf('/assets/app-1a2b3c.js')).toBe("default-src 'none'; frame-ancestors 'none'")
  for (const path of ['/', '/dashboard', '/sw.js'])
    expect(await policyOf(path)).toContain("script-src 'self'")
})

describe('a file of the build', () => {
  test('with a hash in its name is cached as immutable; any other file is revalidated each time', async () => {
    const script = await get('/assets/app-1a2b3c.js')
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    for (const path of ['/sw.js', '/manifest.webmanifest', '/index.html'])
      expect((await get(path)).headers.get('Cache-Control')).toBe('no-cache')
  })

  test('is sent as compressed by the build, in the best accepted encoding', async () => {
    const path = '/assets/app-1a2b3c.js'
    const raw = await server.app.request(path, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(raw.headers.get('Content-Encoding')).toBe('br')
    expect(raw.headers.get('Vary')).toContain('Accept-Encoding')
    expect(raw.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    const bytes = brotliDecompressSync(Buffer.from(await raw.arrayBuffer()))
    expect(bytes.toString()).toBe('console.log("app")')
    const gzip = await get(path, { 'Accept-Encoding': 'gzip, br;q=0' })
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
    expect((await get(path)).headers.get('Content-Encoding')).toBeNull()
    const plain = await get('/favicon.svg', { 'Accept-Encoding': 'br' })
    expect(plain).toMatchObject({ status: 200, text: '<svg/>' })
  })

  test('is a 304 while unchanged', async () => {
    const first = await get('/sw.js')
    const again = await get('/sw.js', { 'If-None-Match': first.headers.get('ETag') ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('is served only if it lies in the folder of the build and is not hidden', async () => {
    for (const path of [
      ...['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/..%5csecret.txt'],
      ...['/assets/..%2f..%2fsecret.txt', '/sw.js%00.png', '/%ff'],
      ...['/.env', '/.prerendered/index.html', '/.prerendered/account/sign-in'],
    ]) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('secret')
    }
  })
})
