import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'media-'))
const [own, demo] = [join(folder, 'own'), join(folder, 'demo')]
for (const dir of [own, demo]) mkdirSync(join(dir, 'videos'), { recursive: true })
const FILM = '\0\0\0\x0cftypisom'
writeFileSync(join(demo, 'videos', 'hall.mp4'), FILM)
writeFileSync(join(demo, 'videos', 'both.mp4'), `${FILM}demo`)
writeFileSync(join(own, 'videos', 'both.mp4'), `${FILM}own`)
writeFileSync(join(folder, 'secret.mp4'), FILM)

const HALL = '/media/videos/hall.mp4'

const server = await startTestServer({ seed: 'none', mediaDirs: [own, demo] })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function get(path: string, headers: Record<string, string> = {}) {
  return call(server, 'GET', path, { headers })
}

test('a video is sent with the headers that a player needs', async () => {
  const { headers, ...answer } = await get(HALL)
  expect(answer).toMatchObject({ status: 200, text: FILM })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '12',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"/),
    'last-modified': expect.stringMatching(/GMT$/),
  })
})

test("the operator's own file takes precedence over the demo's file of the same name", async () => {
  expect((await get('/media/videos/both.mp4')).text).toBe(`${FILM}own`)
})

test.each([
  ['bytes=4-7', 206, 'ftyp', 'bytes 4-7/12'],
  ['bytes=-3', 206, 'som', 'bytes 9-11/12'],
  ['bytes=12-', 416, '', 'bytes */12'],
  ['bytes=0-1,4-5', 200, FILM, null],
])('the Range header %s gets a %i with the bytes %j', async (range, status, text, contentRange) => {
  const { headers, ...answer } = await get(HALL, { Range: range })
  expect(answer).toMatchObject({ status, text })
  expect(headers.get('Content-Range')).toBe(contentRange)
  if (status !== 416) expect(headers.get('Content-Length')).toBe(String(text.length))
})

test('a Range header with the ETag of an older version in If-Range gets the whole new file', async () => {
  const headers = { Range: 'bytes=2-4', 'If-Range': '"an older one"' }
  expect(await get(HALL, headers)).toMatchObject({ status: 200, text: FILM })
})

test('a conditional request for an unchanged file gets a 304', async () => {
  const first = await get(HALL)
  const byTag = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  expect((await get(HALL, byTag)).status).toBe(304)
  const byTime = { 'If-Modified-Since': first.headers.get('Last-Modified') ?? '' }
  expect((await get(HALL, byTime)).status).toBe(304)
})

test('the answer to HEAD has the size of the file, but no body', async () => {
  const answer = await call(server, 'HEAD', HALL)
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(answer.headers.get('Content-Length')).toBe('12')
})

test('the first bytes determine the type of a file, and whether it is served', async () => {
  writeFileSync(join(own, 'film.jpg'), FILM)
  writeFileSync(join(own, 'no-ending'), '\xff\xd8\xff\xe0 and the rest', 'latin1')
  expect((await get('/media/film.jpg')).headers.get('Content-Type')).toBe('video/mp4')
  expect((await get('/media/no-ending')).headers.get('Content-Type')).toBe('image/jpeg')
  for (const [name, text] of [
    ['page.jpg', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['marketplace.db', 'SQLite format 3\0'],
    ['empty.mp4', ''],
  ] as const) {
    writeFileSync(join(own, name), text)
    const missing = { status: 404, text: 'There is nothing at this address.' }
    expect(await get(`/media/${name}`)).toMatchObject(missing)
  }
})

test('no answer can run scripts in the origin of the app', async () => {
  const unchanged = { 'If-None-Match': '*' }
  const answers = [
    await get(HALL),
    await get(HALL, { Range: 'bytes=0-1' }),
    await get(HALL, { Range: 'bytes=99-' }),
    await get(HALL, unchanged),
    await get('/media/nothing.mp4'),
    await get('/media'),
    await get('/%6dedia/nothing.mp4'),
    await get(`/media/${'x'.repeat(9_000)}`),
    await call(server, 'HEAD', HALL),
    await call(server, 'POST', HALL),
  ]
  const expected = [200, 206, 416, 304, 404, 404, 404, 414, 200, 404]
  expect(answers.map(({ status }) => status)).toEqual(expected)
  for (const { headers } of answers) {
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
})

test('a symbolic link is followed only if it leads to a file in the same media folder', async () => {
  const linkTo = (target: string, name: string) => symlinkSync(target, join(own, name))
  linkTo('videos/both.mp4', 'inside.mp4')
  linkTo(join(own, 'videos'), 'films')
  linkTo('../secret.mp4', 'outside.mp4')
  linkTo(folder, 'above')
  linkTo(demo, 'demo')
  linkTo('nowhere.mp4', 'broken.mp4')
  linkTo('round.mp4', 'round.mp4')
  // Creates a folder outside of the media folder whose path starts with the path of the media folder.
  mkdirSync(`${own}-too`)
  writeFileSync(join(`${own}-too`, 'film.mp4'), FILM)
  linkTo(`${own}-too/film.mp4`, 'neighbour.mp4')
  for (const name of ['inside.mp4', 'films/both.mp4'])
    expect((await get(`/media/${name}`)).text).toBe(`${FILM}own`)
  for (const name of [
    'outside.mp4',
    'above/secret.mp4',
    'demo/videos/hall.mp4',
    'broken.mp4',
    'round.mp4',
    'neighbour.mp4',
  ])
    expect((await get(`/media/${name}`)).status, name).toBe(404)
})

test('nothing outside the media folders and no hidden file is served', async () => {
  writeFileSync(join(own, '.hidden.mp4'), FILM)
  for (const path of [
    '/media/../secret.mp4',
    '/media/..%2fsecret.mp4',
    '/media/videos/%2e%2e/%2e%2e/secret.mp4',
    '/media/.hidden.mp4',
    '/media/videos',
    '/media/',
    '/media/videos/nothing.mp4',
    `/media/${'x'.repeat(300)}.mp4`,
  ])
    expect((await get(path)).status).toBe(404)
})
