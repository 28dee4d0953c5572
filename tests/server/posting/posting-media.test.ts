import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnusedMedia } from '#server/media/listing-media-service.ts'
import { removeQueuedMedia } from '#server/media/media-removal-queue-service.ts'
import { removeAbandonedUploads } from '#server/uploads/upload-expiry-service.ts'
import { makePng, makeWebp } from '#tests/server/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/uploads/made-videos.ts'
import { makeUploadCalls } from '#tests/server/uploads/upload-calls.ts'
import { FLAT, OLD_LISTING, startPostingServer } from './posting-calls.ts'

const ID = 'ab'.repeat(12)
const DAY_MS = 86_400_000

let at: Awaited<ReturnType<typeof startPostingServer>>
let uploads: ReturnType<typeof makeUploadCalls>

beforeEach(async () => {
  at = await startPostingServer()
  uploads = makeUploadCalls(at.server, await at.server.signIn({ email: 'asha@example.in' }))
})
afterEach(() => at.server.close())

async function add(file: Buffer, listing = ID): Promise<string> {
  const { json, text } = await uploads.add(listing, file)
  if (!json['data']) throw new Error(text)
  return String(json['data']['id'])
}

const addressesOf = async (id: string) => {
  const { video, poster } = (await at.operator.find(id)) ?? {}
  return { video, poster }
}

test('the list shows the video and the first photo of a submitted listing, and the review shows all its files', async () => {
  const [one, two, film] = [
    await add(await makePng()),
    await add(await makeWebp()),
    await add(makeVideo()),
  ]
  const saved = await at.asha.save(ID, { ...FLAT, media: [two, one, film] })
  const { files } = saved.json['data'] ?? {}
  expect(
    Object.values(files ?? {})
      .map(({ id }) => id)
      .sort(),
  ).toEqual([one, two, film].sort())
  await at.asha.act(ID, 'submit')
  expect(await addressesOf(ID)).toEqual({
    video: `/media/listings/${film}/video.mp4`,
    poster: `/media/listings/${two}/800.jpg`,
  })
  expect(await at.operator.posting(ID)).toMatchObject({
    media: [
      { id: two, kind: 'photo', isNew: false },
      { id: one, kind: 'photo' },
      { id: film, kind: 'video', durationMs: 12_000 },
    ],
  })
})

test('a listing with an added photo and a changed order needs a review, which marks the new photo', async () => {
  const one = await add(await makePng())
  await at.asha.save(ID, { ...FLAT, media: [one] })
  await at.asha.act(ID, 'submit')
  await at.operator.decide(ID, 'approved')
  const two = await add(await makeWebp())
  await at.asha.save(ID, { ...FLAT, media: [two, one] })
  await at.asha.act(ID, 'submit')
  expect(await at.asha.see(ID)).toMatchObject({ state: 'in-review', isLive: true })
  expect(await at.operator.posting(ID)).toMatchObject({
    media: [
      { id: two, isNew: true },
      { id: one, isNew: false },
    ],
    changes: [{ field: 'media', before: [one], after: [two, one] }],
  })
})

test.each([
  [
    'a file of somebody else',
    async () => {
      const ravi = makeUploadCalls(at.server, await at.server.signIn({ email: 'ravi@example.in' }))
      return [String((await ravi.add(ID, await makePng())).json['data']?.['id'])]
    },
  ],
  ['a file of another listing', async () => [await add(await makePng(), 'cd'.repeat(12))]],
  ['a file that does not exist', async () => ['f'.repeat(32)]],
  [
    'the same file twice',
    async () => {
      const one = await add(await makePng())
      return [one, one]
    },
  ],
  ['two videos', async () => [await add(makeVideo()), await add(makeVideo({ seconds: 20 }))]],
])('a draft with %s is refused', async (_what, makeMedia) => {
  const media = await makeMedia()
  expect(await at.asha.save(ID, { ...FLAT, media })).toMatchObject({
    status: 400,
    json: { fields: { media: expect.stringMatching(/\.$/) } },
  })
  expect((await at.asha.read(ID)).status).toBe(404)
})

test('a listing that its owner did not post in this app keeps its video when the owner changes its photos', async () => {
  const { draft } = (await at.asha.see(OLD_LISTING)) ?? {}
  const old = { ...FLAT, ...draft, description: FLAT.description, locality: 'Baner', area: 900 }
  const photo = await add(await makePng(), OLD_LISTING)
  await at.asha.save(OLD_LISTING, { ...old, ...FLAT, media: [photo] })
  expect((await at.asha.act(OLD_LISTING, 'submit')).status).toBe(200)
  expect(await addressesOf(OLD_LISTING)).toEqual({
    video: '/media/videos/old.mp4',
    poster: `/media/listings/${photo}/800.jpg`,
  })
  await at.asha.save(OLD_LISTING, { ...old, ...FLAT, media: [] })
  await at.asha.act(OLD_LISTING, 'submit')
  expect(await addressesOf(OLD_LISTING)).toEqual({
    video: '/media/videos/old.mp4',
    poster: null,
  })
})

test('a file is deleted a day after no version of its listing contains it any more', async () => {
  const folder = join(at.server.filesDir, 'media', 'listings')
  const [kept, dropped, never] = [
    await add(await makePng()),
    await add(await makePng()),
    await add(await makePng()),
  ]
  await at.asha.save(ID, { ...FLAT, media: [kept, dropped] })
  await at.asha.act(ID, 'submit')
  await at.operator.decide(ID, 'approved')
  await at.asha.save(ID, { ...FLAT, media: [kept] })
  const cleanUp = async () => {
    await removeUnusedMedia(at.server.db, at.server.clock.now())
    await removeQueuedMedia(at.server)
  }
  at.server.clock.advance(DAY_MS)
  await cleanUp()
  expect(readdirSync(folder).sort()).toEqual([kept, dropped].sort())
  // After the submission, only the approved version, which is still live, contains the dropped photo.
  await at.asha.act(ID, 'submit')
  at.server.clock.advance(DAY_MS)
  await cleanUp()
  expect(existsSync(join(folder, dropped))).toBe(true)
  await at.operator.ask('DELETE', `properties/${ID}`)
  at.server.clock.advance(DAY_MS - 1)
  await cleanUp()
  expect(readdirSync(folder).sort()).toEqual([kept, dropped].sort())
  at.server.clock.advance(1)
  await cleanUp()
  expect(readdirSync(folder)).toEqual([])
  expect(never).toMatch(/^[0-9a-f]{32}$/)
})

test('an upload that is not finished within a day is deleted, with the bytes that were received', async () => {
  const id = await uploads.open(100)
  await uploads.patch(id, 0, Buffer.alloc(50))
  at.server.clock.advance(DAY_MS - 1)
  await removeAbandonedUploads(at.server, at.server.clock.now())
  expect(readdirSync(at.server.uploadDir)).toEqual([id])
  at.server.clock.advance(1)
  await removeAbandonedUploads(at.server, at.server.clock.now())
  expect(readdirSync(at.server.uploadDir)).toEqual([])
  expect((await uploads.head(id)).status).toBe(404)
})
