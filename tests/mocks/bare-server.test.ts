import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { type BareServer, startBareServer } from '#mocks/bare-server.ts'
import { writeFiles } from '#tests/support/written-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bare-server-'))
const page = { accept: 'text/html' }
let server: BareServer

beforeAll(async () => {
  writeFiles(folder, {
    'dist/index.html': '<title>Admin</title>',
    'dist/assets/app.js': 'export {}',
    'media/videos/flat.mp4': 'video',
    'secret.txt': 'secret',
  })
  server = await startBareServer({
    port: 0,
    distDir: join(folder, 'dist'),
    mediaDir: join(folder, 'media'),
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function signIn() {
  return fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(BARE_OPERATOR),
  })
}

it('the mock API answers over a network port', async () => {
  const { token } = await (await signIn()).json()
  const answer = await fetch(`${server.url}/api/admin/users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ success: true, data: expect.any(Array) })
})

it('the fault `lost-answer` closes the connection of one request', async () => {
  server.faults.failNext('POST', '/auth/login', { kind: 'lost-answer' })
  await expect(signIn()).rejects.toThrow(TypeError)
  expect((await signIn()).status).toBe(200)
})

it('a page URL returns index.html only if the request accepts HTML, and a missing asset returns 404', async () => {
  const dashboard = await fetch(`${server.url}/dashboard`, { headers: page })
  expect(await dashboard.text()).toContain('<title>Admin</title>')
  const asset = await fetch(`${server.url}/assets/app.js`)
  expect(asset.headers.get('content-type')).toContain('text/javascript')
  expect((await fetch(`${server.url}/assets/old.js`, { headers: page })).status).toBe(404)
  expect((await fetch(`${server.url}/dashboard`, { headers: { accept: '*/*' } })).status).toBe(404)
})

it('media files are served from the media folder only', async () => {
  const video = await fetch(`${server.url}/media/videos/flat.mp4`)
  expect(video.headers.get('content-type')).toBe('video/mp4')
  expect(await video.text()).toBe('video')
  expect((await fetch(`${server.url}/media/..%2Fsecret.txt`)).status).toBe(404)
  expect((await fetch(`${server.url}/media/%E0%A4%A`)).status).toBe(404)
})
