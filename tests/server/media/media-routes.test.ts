import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'media-'))
const [own, demo] = [join(folder, 'own'), join(folder, 'demo')]
for (const dir of [own, demo]) mkdirSync(join(dir, 'videos'), { recursive: true })
writeFileSync(join(demo, 'videos', 'hall.mp4'), '0123456789')
writeFileSync(join(demo, 'videos', 'both.mp4'), 'demo')
writeFileSync(join(own, 'videos', 'both.mp4'), 'own')
writeFileSync(join(folder, 'secret.mp4'), 'secret')

const server = await startTestServer({ seed: 'none', inMemory: true, mediaDirs: [own, demo] })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function get(path: string, headers: Record<string, string> = {}) {
  return call(server, 'GET', path, { headers })
}

test('a video goes out whole with everything a player wants to know', async () => {
  const answer = await get('/media/videos/hall.mp4')
  expect(answer).toMatchObject({ status: 200, text: '0123456789' })
  expect(answer.headers.get('Content-Type')).toBe('video/mp4')
  expect(answer.headers.get('Content-Length')).toBe('10')
  expect(answer.headers.get('Accept-Ranges')).toBe('bytes')
  expect(answer.headers.get('ETag')).toMatch(/^"/)
  expect(answer.headers.get('Last-Modified')).toMatch(/GMT$/)
})

test("the operator's own file comes before the demonstration's", async () => {
  expect((await get('/media/videos/both.mp4')).text).toBe('own')
})

describe('a range', () => {
  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('%s answers "%s"', async (range, text, contentRange) => {
    const answer = await get('/media/videos/hall.mp4', { Range: range })
    expect(answer).toMatchObject({ status: 206, text })
    expect(answer.headers.get('Content-Range')).toBe(contentRange)
    expect(answer.headers.get('Content-Length')).toBe(String(text.length))
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is beyond the end', async (range) => {
    const answer = await get('/media/videos/hall.mp4', { Range: range })
    expect(answer).toMatchObject({ status: 416, text: '' })
    expect(answer.headers.get('Content-Range')).toBe('bytes */10')
  })

  test.each(['bytes=4-2', 'bytes=-', 'bytes=0-1,4-5', 'rows=1-2', 'bytes=a-b'])(
    '%s is no single range and answers the whole file',
    async (range) => {
      const answer = await get('/media/videos/hall.mp4', { Range: range })
      expect(answer).toMatchObject({ status: 200, text: '0123456789' })
    },
  )

  test('of a file that has changed since answers the new file whole', async () => {
    const headers = { Range: 'bytes=2-4', 'If-Range': '"an older one"' }
    expect(await get('/media/videos/hall.mp4', headers)).toMatchObject({ status: 200 })
  })
})

test('an unchanged file is not sent again', async () => {
  const first = await get('/media/videos/hall.mp4')
  const byTag = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  expect((await get('/media/videos/hall.mp4', byTag)).status).toBe(304)
  const byTime = { 'If-Modified-Since': first.headers.get('Last-Modified') ?? '' }
  expect((await get('/media/videos/hall.mp4', byTime)).status).toBe(304)
})

test('HEAD tells the size without the bytes', async () => {
  const answer = await call(server, 'HEAD', '/media/videos/hall.mp4')
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(answer.headers.get('Content-Length')).toBe('10')
})

test('nothing outside the media folders can be reached', async () => {
  for (const path of [
    '/media/../secret.mp4',
    '/media/..%2fsecret.mp4',
    '/media/videos/%2e%2e/%2e%2e/secret.mp4',
    '/media/videos',
    '/media/',
    '/media/videos/nothing.mp4',
    `/media/${'x'.repeat(300)}.mp4`,
  ])
    expect((await get(path)).status).toBe(404)
})
