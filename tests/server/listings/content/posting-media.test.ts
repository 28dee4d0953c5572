import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeUnusedMedia } from '#server/listings/media/listing-media-service.ts'
import { makeMediaRemovalKind } from '#server/listings/media/media-removal-queue-service.ts'
import { removeAbandonedUploads } from '#server/listings/uploads/upload-expiry-service.ts'
import { makePng, makeWebp } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { LISTING as ID } from '#tests/server/listings/uploads/upload-calls.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { FLAT } from './posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from './posting-server.ts'

const DAY_MS = 86_400_000

const { server, asha, ravi, operator } = postingForEachTest()

const add = (file: Buffer, listing?: string) => asha.uploads.addMedia(file, listing)

const addressesOf = async (id: string) => {
  const { video, poster } = (await operator.find(id)) ?? {}
  return { video, poster }
}

test('the list shows the video and the first photo of a submitted listing, and the review shows all its files', async () => {
  const one = await add(await makePng())
  const two = await add(await makeWebp())
  const film = await add(makeVideo())
  const saved = await asha.save(ID, { ...FLAT, media: [two, one, film] })
  const files = Object.values(saved.json['data']?.['files'] ?? {})
  expect(files.map(({ id }) => id).sort()).toEqual([one, two, film].sort())
  await asha.act(ID, 'submit')
  expect(await addressesOf(ID)).toEqual({
    video: `/media/listings/${film}/video.mp4`,
    poster: `/media/listings/${two}/800.jpg`,
  })
  expect(await operator.posting(ID)).toMatchObject({
    media: [
      { id: two, kind: 'photo', isNew: false },
      { id: one, kind: 'photo' },
      { id: film, kind: 'video', durationMs: 12_000 },
    ],
  })
})

test("the owner's list shows the first photo of each draft, not the video before it, or an older listing's poster", async () => {
  const film = await add(makeVideo())
  const one = await add(await makePng())
  const photoOf = async (id: string) => {
    // The cast is safe: OpenAPI describes these fields.
    const rows = (await asha.list()).json['data'] as unknown as Record<string, unknown>[]
    const { photo, mediaCount } = rows.find((row) => row['id'] === id) ?? {}
    return { photo, mediaCount }
  }
  await asha.save(ID, FLAT)
  expect(await photoOf(ID)).toEqual({ photo: null, mediaCount: 0 })
  await asha.save(ID, { ...FLAT, media: [film] }, { 'If-Match': '"1"' })
  expect(await photoOf(ID)).toEqual({ photo: null, mediaCount: 1 })
  await asha.save(ID, { ...FLAT, media: [film, one] }, { 'If-Match': '"2"' })
  expect(await photoOf(ID)).toEqual({ photo: `/media/listings/${one}/320.webp`, mediaCount: 2 })
  await server.db
    .updateTable('listings')
    .set({ poster_url: '/media/posters/old.jpg' })
    .where('id', '=', OLD_LISTING)
    .execute()
  expect(await photoOf(OLD_LISTING)).toEqual({ photo: '/media/posters/old.jpg', mediaCount: 0 })
})

test('a listing with an added photo and a changed order needs a review, which marks the new photo', async () => {
  const one = await add(await makePng())
  await asha.submit(ID, { ...FLAT, media: [one] })
  await operator.decide(ID, 'approved')
  const two = await add(await makeWebp())
  await asha.submit(ID, { ...FLAT, media: [two, one] })
  expect(await asha.see(ID)).toMatchObject({ state: 'in-review', isLive: true })
  expect(await operator.posting(ID)).toMatchObject({
    media: [
      { id: two, isNew: true },
      { id: one, isNew: false },
    ],
    changes: [{ field: 'media', before: [one], after: [two, one] }],
  })
})

test.each<[string, () => Promise<string[]>]>([
  ['a file of somebody else', async () => [await ravi.uploads.addMedia(await makePng())]],
  ['a file of another listing', async () => [await add(await makePng(), 'cd'.repeat(12))]],
  ['a file that does not exist', async () => ['f'.repeat(32)]],
  ['the same file twice', async () => Array(2).fill(await add(await makePng()))],
  ['two videos', async () => [await add(makeVideo()), await add(makeVideo({ seconds: 20 }))]],
])('a draft with %s is refused', async (_what, makeMedia) => {
  expect(await asha.save(ID, { ...FLAT, media: await makeMedia() })).toMatchObject({
    status: 400,
    json: { fields: { media: expect.stringMatching(/\.$/) } },
  })
  expect((await asha.read(ID)).status).toBe(404)
})

test('a listing that its owner did not post in this app keeps its video when the owner changes its photos', async () => {
  const { draft } = (await asha.see(OLD_LISTING)) ?? {}
  const photo = await add(await makePng(), OLD_LISTING)
  await asha.save(OLD_LISTING, { ...draft, ...FLAT, media: [photo] })
  expect((await asha.act(OLD_LISTING, 'submit')).status).toBe(200)
  expect(await addressesOf(OLD_LISTING)).toEqual({
    video: '/media/videos/old.mp4',
    poster: `/media/listings/${photo}/800.jpg`,
  })
  await asha.submit(OLD_LISTING, { ...draft, ...FLAT, media: [] })
  expect(await addressesOf(OLD_LISTING)).toEqual({
    video: '/media/videos/old.mp4',
    poster: null,
  })
})

test('a file is deleted a day after no version of its listing contains it any more, or at once with its listing', async () => {
  const folder = join(server.filesDir, 'media', 'listings')
  const kept = await add(await makePng())
  const dropped = await add(await makePng())
  await add(await makePng()) // in no version
  await asha.submit(ID, { ...FLAT, media: [kept, dropped] })
  await operator.decide(ID, 'approved')
  await asha.save(ID, { ...FLAT, media: [kept] })
  const cleanUp = async () => {
    await removeUnusedMedia(server.db, server.clock.now())
    await runJobs(server, makeMediaRemovalKind(server))
  }
  server.clock.advance(DAY_MS)
  await cleanUp()
  expect(readdirSync(folder).sort()).toEqual([kept, dropped].sort())
  // After the submission, only the approved version, which is still live, contains the dropped photo.
  await asha.act(ID, 'submit')
  server.clock.advance(DAY_MS)
  await cleanUp()
  expect(existsSync(join(folder, dropped))).toBe(true)
  await operator.ask('DELETE', `properties/${ID}`)
  await runJobs(server, makeMediaRemovalKind(server))
  expect(readdirSync(folder)).toEqual([])
})

test('an upload that is not finished within a day is deleted, with the bytes that were received', async () => {
  const { uploads } = asha
  const id = await uploads.open(100)
  await uploads.patch(id, 0, Buffer.alloc(50))
  server.clock.advance(DAY_MS - 1)
  await removeAbandonedUploads(server, server.clock.now())
  expect(readdirSync(server.uploadDir)).toEqual([id])
  server.clock.advance(1)
  await removeAbandonedUploads(server, server.clock.now())
  expect(readdirSync(server.uploadDir)).toEqual([])
  expect((await uploads.head(id)).status).toBe(404)
})
