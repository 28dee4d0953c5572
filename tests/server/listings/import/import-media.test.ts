// @module-tag long

import { existsSync, readdirSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { makeJpeg, makePng, makeWebp } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import {
  BUSINESS,
  findImportedId,
  importServerForEachTest,
  makeItem,
  readDraft,
  startImportServer,
} from './import-calls.ts'
import { startMediaSite } from './media-site.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SITE = 'https://sharma.example'

const at = importServerForEachTest()
let site: Awaited<ReturnType<typeof startMediaSite>>

beforeEach(async () => {
  site = await startMediaSite({
    '/front.jpg': await makeJpeg({ width: 300, height: 200 }),
    '/hall.png': await makePng(),
    '/garden.webp': await makeWebp(),
  })
  onTestFinished(site.close)
})

const withPhotos = (reference: string, paths: string[], change: object = {}) =>
  makeItem(reference, {
    photos: paths.map((path) => (path.startsWith('/') ? SITE + path : path)),
    ...change,
  })
const run = () => site.run(at.server)
const results = async (...items: unknown[]) => (await at.send(items)).map(({ result }) => result)
const business = async () =>
  makePostingCalls(at.server, await at.server.signIn({ email: BUSINESS.email }))

const idOf = (reference: string) => findImportedId(at.server, reference)
const listRows = (table: 'media' | 'uploads') =>
  at.server.db.selectFrom(table).select('id').execute()
const listRemovals = () =>
  at.server.db.selectFrom('jobs').select('id').where('kind', '=', 'media-removals').execute()

/**
 * The media of an imported listing's draft: a fetched file by its path on the business's site, an
 * uploaded file by its id.
 */
async function mediaOf(reference: string): Promise<string[]> {
  const { media } = await readDraft(at.server, await idOf(reference))
  const rows = await at.server.db.selectFrom('import_media').selectAll().execute()
  return media.map(
    (one) => rows.find(({ media_id }) => media_id === one)?.address.replace(SITE, '') ?? one,
  )
}

test('a video is fetched from its URL, and shown with the photos', async () => {
  site.files['/tour.mp4'] = makeVideo()
  const video = `${SITE}/tour.mp4`
  const [created] = await at.send([withPhotos('tour', ['/front.jpg'], { video })])
  expect(created).toMatchObject({ media: { waiting: 2, failed: [] } })
  await run()
  expect(await mediaOf('tour')).toEqual(['/front.jpg', '/tour.mp4'])
  const kinds = await at.server.db.selectFrom('media').select('kind').orderBy('kind').execute()
  expect(kinds).toEqual([{ kind: 'photo' }, { kind: 'video' }])
  expect(await at.operator.list()).toHaveLength(1)
})

test('a listing goes to review as soon as no photo is left to fetch, and the next import lists the photos that failed', async () => {
  let isBusy = true
  site.files['/busy.png'] = (response) => {
    if (isBusy) response.writeHead(503)
    response.end(isBusy ? '' : site.files['/hall.png'])
    isBusy = false
  }
  const items = [
    withPhotos('whole', ['/front.jpg', '/hall.png']),
    withPhotos('parts', ['/gone.jpg', '/garden.webp', 'http://inside.example/secret.jpg']),
    withPhotos('slow', ['/busy.png']),
  ]
  expect(await at.send(items)).toMatchObject([
    { result: 'created', media: { waiting: 2, failed: [] } },
    { result: 'created', media: { waiting: 3, failed: [] } },
    { result: 'created', media: { waiting: 1, failed: [] } },
  ])
  expect(await at.operator.list()).toEqual([])

  await run()
  expect(await at.operator.list()).toHaveLength(2)
  expect(await mediaOf('whole')).toEqual(['/front.jpg', '/hall.png'])
  expect(await mediaOf('parts')).toEqual(['/garden.webp'])
  await run() // too early for another attempt
  expect(site.takeAsked().filter((path) => path === '/busy.png')).toHaveLength(1)

  at.server.clock.advance(MINUTE_MS)
  await run()
  expect(site.takeAsked()).toEqual(['/busy.png'])
  expect(await at.operator.list()).toHaveLength(3)
  expect(await mediaOf('slow')).toEqual(['/busy.png'])

  const notPublic = 'The address does not lead to a public site, by https or http.'
  const failed = [
    { address: `${SITE}/gone.jpg`, error: 'The site answered with status 404.' },
    { address: 'http://inside.example/secret.jpg', error: notPublic },
  ]
  expect(await at.send(items)).toEqual([
    { reference: 'whole', result: 'unchanged', errors: [] },
    { reference: 'parts', result: 'unchanged', errors: [], media: { waiting: 0, failed } },
    { reference: 'slow', result: 'unchanged', errors: [] },
  ])
  await run()
  expect(site.takeAsked()).toEqual([])
  const { data } = (await (await business()).list()).json as unknown as {
    data: { id: string; missingMedia: string | null }[]
  }
  const parts = await idOf('parts')
  expect(data.map(({ id, missingMedia }) => [id === parts, missingMedia])).toEqual(
    expect.arrayContaining([
      [true, '2 of 3 files of your site could not be fetched.'],
      [false, null],
    ]),
  )
  expect(readdirSync(at.server.uploadDir)).toEqual([])
  expect(await listRows('uploads')).toEqual([])
})

test('two processes fetch each URL once', async () => {
  const database = await openTestDatabase()
  const one = await startImportServer({ database })
  const two = await startServerForTest({
    database: { ...database, close: async () => {} },
    seed: 'none',
    filesDir: one.server.filesDir,
  })
  const paths = ['/front.jpg', '/hall.png', '/garden.webp']
  await one.send(['a', 'b', 'c'].map((reference) => withPhotos(reference, paths)))
  await Promise.all([site.run(one.server), site.run(two)])
  expect(site.takeAsked()).toHaveLength(9)
  expect(await one.operator.list()).toHaveLength(3)
  expect(await one.server.db.selectFrom('media').select('id').execute()).toHaveLength(9)
})

test('the download of a process whose lease expired is dropped, and the photo is stored once', async () => {
  const hall = site.files['/hall.png']
  let isFirst = true
  site.files['/hall.png'] = async (response) => {
    if (!isFirst) return response.end(hall)
    isFirst = false
    // The lease of the first process expires during its download, and another process takes the photo over.
    at.server.clock.advance(15 * MINUTE_MS)
    await run()
    response.end(hall)
  }
  await at.send([withPhotos('a', ['/hall.png'])])
  await run()
  expect(site.takeAsked()).toEqual(['/hall.png', '/hall.png'])
  expect(await listRows('media')).toHaveLength(1)
  expect(await at.operator.list()).toHaveLength(1)
  const [media] = await listRows('media')
  const removed = await listRemovals()
  expect(removed).toHaveLength(1)
  expect(removed).not.toEqual([media])
  expect(readdirSync(at.server.uploadDir)).toEqual([])
})

test('the partial download of a killed process is deleted before the next attempt', async () => {
  const hall = site.files['/hall.png'] ?? 404
  const isHanging = new Promise<void>((resolve) => {
    site.files['/hall.png'] = (response) => {
      response.write('half a ')
      resolve()
    }
  })
  await at.send([withPhotos('a', ['/hall.png'])])
  const hanging = run()
  await isHanging
  // The site has sent the bytes; the server may not have stored them yet.
  await expect.poll(() => readdirSync(at.server.uploadDir)).toHaveLength(1)
  const [left] = await listRows('uploads')
  site.files['/hall.png'] = hall
  at.server.clock.advance(15 * MINUTE_MS)
  await run()
  expect(left).toBeDefined()
  expect(await listRows('uploads')).toEqual([])
  expect(await listRemovals()).toEqual([left])
  expect(readdirSync(at.server.uploadDir)).toEqual([])
  expect(await mediaOf('a')).toEqual(['/hall.png'])
  site.close() // ends the first run, which has lost its lease and must change nothing
  await hanging
  expect(await mediaOf('a')).toEqual(['/hall.png'])
  expect(await listRows('media')).toHaveLength(1)
})

test('a listing waits two hours for a photo that cannot be fetched, then goes to review without it; an import 20 hours later fetches the photo', async () => {
  site.files['/hall.png'] = 500
  const item = withPhotos('a', ['/front.jpg', '/hall.png'])
  await at.send([item])
  for (let minutes = 0; minutes < 119; minutes += 1) {
    await run()
    at.server.clock.advance(MINUTE_MS)
  }
  expect(site.takeAsked().filter((path) => path === '/hall.png')).toHaveLength(5)
  at.server.clock.advance(MINUTE_MS)
  await run()
  expect(await at.operator.list()).toHaveLength(1)
  expect(await mediaOf('a')).toEqual(['/front.jpg'])

  site.files['/hall.png'] = await makePng()
  expect(await results(item)).toEqual(['unchanged'])
  await run()
  expect(site.takeAsked()).toEqual([])
  at.server.clock.advance(20 * HOUR_MS)
  await at.send([item])
  await run()
  expect(site.takeAsked()).toEqual(['/hall.png'])
  expect(await mediaOf('a')).toEqual(['/front.jpg', '/hall.png'])
})

test('a listing whose photos no process has fetched goes to review after two hours', async () => {
  await at.send([withPhotos('a', ['/front.jpg'])])
  at.server.clock.advance(2 * HOUR_MS)
  await run()
  expect(site.takeAsked()).toEqual([])
  expect(await at.operator.list()).toHaveLength(1)
})

test('a live listing with changed photos goes to review once all are fetched, while the approved version stays live', async () => {
  await at.send([withPhotos('a', ['/front.jpg', '/hall.png'])])
  await run()
  const id = await idOf('a')
  await at.operator.decide(id, 'approved')
  expect(await results(withPhotos('a', ['/garden.webp', '/front.jpg'], { title: 'New' }))).toEqual([
    'updated',
  ])
  expect(await at.operator.find(id)).toMatchObject({ status: 'approved' })
  site.takeAsked()
  await run()
  expect(site.takeAsked()).toEqual(['/garden.webp'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'pending', propertyName: 'New' })
  expect(await at.operator.posting(id)).toMatchObject({ isLive: true })
  expect(await mediaOf('a')).toEqual(['/garden.webp', '/front.jpg'])
  // An import without photos takes effect at once, since nothing has to be fetched.
  expect(await results(makeItem('a', { title: 'New' }))).toEqual(['updated'])
  expect(await mediaOf('a')).toEqual([])
})

test('photos that the business uploaded come after those of its site, and remain when the site sends none', async () => {
  await at.send([withPhotos('a', ['/front.jpg'])])
  await run()
  const id = await idOf('a')
  const token = await at.server.signIn({ email: BUSINESS.email })
  const own = (await makeUploadCalls(at.server, token).add(id, await makePng())).json['data']
  const calls = await business()
  const { draft } = (await calls.see(id)) as unknown as { draft: { media: string[] } }
  await calls.save(id, { ...draft, media: [String(own?.['id']), ...draft.media] })
  await at.send([withPhotos('a', ['/hall.png', '/front.jpg'])])
  await run()
  expect(await mediaOf('a')).toEqual(['/hall.png', '/front.jpg', own?.['id']])
  await at.send([makeItem('a')])
  expect(await mediaOf('a')).toEqual([own?.['id']])
})

test('photos of a deleted draft are not fetched, and fetched photos of a withdrawn listing do not bring the listing back', async () => {
  await at.send([withPhotos('gone', ['/front.jpg']), makeItem('off')])
  const calls = await business()
  await calls.remove(await idOf('gone'))
  const off = await idOf('off')
  await at.send([withPhotos('off', ['/hall.png'])])
  await calls.act(off, 'withdraw')
  await run()
  expect(site.takeAsked()).toEqual(['/hall.png'])
  expect(await at.operator.list()).toEqual([])
})

test('a file of the wrong type is refused with an error message, and nothing of it is stored', async () => {
  site.files['/page.jpg'] = Buffer.from('<html>a page</html>')
  const items = [withPhotos('a', ['/page.jpg'], { video: `${SITE}/front.jpg` })]
  await at.send(items)
  await run()
  const failed = [
    { error: 'This is not a photo (JPEG, PNG, WebP, AVIF) or a video (MP4, MOV).' },
    { error: 'The site sent a photo.' },
  ]
  expect(await at.send(items)).toMatchObject([{ media: { failed } }])
  expect(await listRows('media')).toEqual([])
  expect(existsSync(at.server.uploadDir) && readdirSync(at.server.uploadDir)).toEqual([])
})

test.each([
  [['ftp://sharma.example/a.jpg'], null, 'photos'],
  [['https://10.0.0.1/a.jpg'], null, 'photos'],
  [['https://sharma.example:8443/a.jpg'], null, 'photos'],
  [['no address'], null, 'photos'],
  [Array.from({ length: 21 }, (_, n) => `${SITE}/${n}.jpg`), null, 'photos'],
  [[], 'https://[::1]/a.mp4', 'video'],
  [[`${SITE}/a`], `${SITE}/a`, 'video'],
])(
  'a listing with the photos %j and the video %j is refused before any request to its site',
  async (photos, video, field) => {
    expect(await at.send([makeItem('a', { photos, video })])).toMatchObject([
      { result: 'refused', errors: [{ field }] },
    ])
  },
)
