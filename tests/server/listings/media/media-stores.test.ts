// @module-tag long

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eraseDueAccounts } from '#server/accounts/erasure/erasure-service.ts'
import { removeUnusedMedia } from '#server/listings/media/listing-media-service.ts'
import { makeMediaRemovalKind } from '#server/listings/media/media-removal-queue-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import type { MediaS3Settings } from '#server/platform/config/media-store-settings.ts'
import { MEDIA_NAMES, NAMES_OF } from '#server/platform/media/stores/media-names.ts'
import type { MediaStore } from '#server/platform/media/stores/media-store.ts'
import { makeMediaStore } from '#server/platform/media/stores/media-store-service.ts'
import { call } from '#tests/server/api-call.ts'
import { signInSeller, startPostingServer } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg, makePng } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { startS3Server } from '#tests/support/server/s3-server.ts'

const WEEK_MS = 7 * 86_400_000

interface TestStore {
  mediaStore: MediaStore
  /** Makes the store refuse the file 800.webp of this photo. The store has received the 320 px files before it. */
  breakFor(id: string): void
  repair(id: string): void
}

async function makeFolder(filesDir: string): Promise<TestStore> {
  const mediaDir = join(filesDir, 'media')
  const blocked = (id: string) => join(mediaDir, 'listings', id, '800.webp', 'in-the-way')
  return {
    mediaStore: makeMediaStore({ mediaS3: null, mediaDir }),
    breakFor(id: string) {
      mkdirSync(dirname(blocked(id)), { recursive: true })
      writeFileSync(blocked(id), '')
    },
    repair: (id: string) => rmSync(dirname(blocked(id)), { recursive: true }),
  }
}

async function makeBucket(): Promise<TestStore> {
  const s3 = await startS3Server()
  onTestFinished(s3.stop)
  return {
    mediaStore: makeMediaStore({ mediaS3: s3.settings, mediaDir: '/dev/null' }),
    breakFor: (id: string) =>
      s3.failFor(({ method, url }) => method === 'PUT' && url?.endsWith(`${id}/800.webp`) === true),
    repair: () => s3.failFor(() => false),
  }
}

test('the check of a media store fails if the folder of the store cannot be created', async () => {
  const mediaDir = join('/dev/null', 'media')
  await expect(makeMediaStore({ mediaS3: null, mediaDir }).check()).rejects.toThrow(
    'The folder of photos and videos cannot be used.',
  )
})

describe.each([
  ['a folder', makeFolder],
  ['an S3-compatible store', makeBucket],
])('photos and videos in %s', (_name, makeStore) => {
  let filesDir: string
  let store: TestStore
  let server: Awaited<ReturnType<typeof startPostingServer>>['server']
  let uploads: Awaited<ReturnType<typeof startPostingServer>>['asha']['uploads']

  beforeEach(async () => {
    filesDir = makeFolderForTest()
    store = await makeStore(filesDir)
    const { mediaStore } = store
    const at = await startPostingServer({ mediaStore, filesDir })
    server = at.server
    uploads = at.asha.uploads
  })

  const get = (id: string, name: string, headers: Record<string, string> = {}) =>
    server.app.request(`/media/listings/${id}/${name}`, { headers })
  const listStored = async (id: string) => {
    const answers = await Promise.all(MEDIA_NAMES.map((name) => get(id, name)))
    return MEDIA_NAMES.filter((_, index) => answers[index]?.status === 200)
  }
  const listRows = async (table: 'media' | 'uploads', id: string) =>
    server.db.selectFrom(table).select('id').where('id', '=', id).execute()

  test('a photo is served in each of its sizes, with the headers that all media files have', async () => {
    const id = await uploads.addMedia(await makeJpeg())
    expect(await listStored(id)).toEqual(NAMES_OF.photo)
    const photo = await get(id, '320.webp')
    const { byteLength } = await photo.arrayBuffer()
    expect(Object.fromEntries(photo.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(byteLength),
    })
    const etag = photo.headers.get('ETag') ?? ''
    expect((await get(id, '320.webp', { 'If-None-Match': etag })).status).toBe(304)
    const head = await call(server, 'HEAD', `/media/listings/${id}/320.jpg`)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(1000)
    for (const name of ['320.png', 'video.mp4', '']) expect((await get(id, name)).status).toBe(404)
    expect((await get('0'.repeat(32), '320.webp')).status).toBe(404)
  })

  test('a video is served whole and in ranges', async () => {
    const id = await uploads.addMedia(makeVideo())
    const whole = Buffer.from(await (await get(id, 'video.mp4')).arrayBuffer())
    const { length } = whole
    for (const [range, from, to] of [
      ['bytes=4-7', 4, 8],
      [`bytes=${length - 5}-`, length - 5, length],
      ['bytes=-3', length - 3, length],
    ] as const) {
      const part = await get(id, 'video.mp4', { Range: range })
      expect(part.status).toBe(206)
      expect(part.headers.get('Content-Range')).toBe(`bytes ${from}-${to - 1}/${length}`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(from, to))
    }
    expect((await get(id, 'video.mp4', { Range: `bytes=${length}-` })).status).toBe(416)
    expect(await listStored(id)).toEqual(NAMES_OF.video)
  })

  test('an upload to a failing store leaves no photo, and a repeat of the upload stores the photo completely', async () => {
    const id = await uploads.sendFile(await makePng())
    store.breakFor(id)
    expect(await uploads.finish(id)).toMatchObject({
      status: 503,
      json: { code: 'no-media-store', error: expect.stringContaining('Nothing was lost') },
    })
    expect(await listRows('media', id)).toEqual([])
    expect(await listRows('uploads', id)).toHaveLength(1)
    store.repair(id)
    expect(await uploads.finish(id)).toMatchObject({ status: 200 })
    expect(await listStored(id)).toEqual(NAMES_OF.photo)
  })

  test('cancelling an upload after the store failed deletes the files that were stored', async () => {
    const id = await uploads.sendFile(await makePng())
    store.breakFor(id)
    await uploads.finish(id)
    store.repair(id)
    expect(await listStored(id)).toEqual(['320.webp', '320.jpg'])
    expect((await uploads.remove(id)).status).toBe(204)
    await runJobs(server, makeMediaRemovalKind(server))
    expect(await listStored(id)).toEqual([])
  })

  test('the files of unused photos and of erased people are deleted', async () => {
    const [unused, erased] = [
      await uploads.addMedia(await makePng()),
      await uploads.addMedia(await makePng()),
    ]
    await server.db
      .updateTable('media')
      .set({ unused_since: null })
      .where('id', '=', erased)
      .execute()
    server.clock.advance(WEEK_MS)
    await removeUnusedMedia(server.db, server.clock.now())
    await runJobs(server, makeMediaRemovalKind(server))
    expect(await listStored(unused)).toEqual([])
    expect(await listStored(erased)).toEqual(NAMES_OF.photo)

    const { token } = await signInSeller(server)
    const body = { withdrawsConsent: false }
    await call(server, 'POST', '/api/auth/deletion', { token, body })
    server.clock.advance(WEEK_MS)
    const settings = { adminEmail: null, mediaDir: filesDir }
    expect(
      await eraseDueAccounts({ ...server, settings, parts: PERSONAL_PARTS }, server.clock.now()),
    ).toBe(1)
    await runJobs(server, makeMediaRemovalKind(server))
    expect(await listStored(erased)).toEqual([])
  })
})

test('the check of an S3 bucket that cannot be used fails with the status that the store returned', async () => {
  const s3 = await startS3Server()
  onTestFinished(s3.stop)
  const check = (change: Partial<MediaS3Settings>) =>
    makeMediaStore({ mediaS3: { ...s3.settings, ...change }, mediaDir: '/dev/null' }).check()
  await check({})
  await expect(check({ bucket: 'another-bucket' })).rejects.toThrow('answered 404')
  await expect(check({ secretAccessKey: 'another secret' })).rejects.toThrow('answered 403')
})
