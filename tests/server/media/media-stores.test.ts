// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '#server/auth/deletion/erasure-service.ts'
import type { MediaS3Settings } from '#server/config/media-store-settings.ts'
import { removeUnusedMedia } from '#server/media/listing-media-service.ts'
import { removeQueuedMedia } from '#server/media/media-removal-queue-service.ts'
import { MEDIA_NAMES, NAMES_OF } from '#server/media/stores/media-names.ts'
import type { MediaStore } from '#server/media/stores/media-store.ts'
import { makeMediaStore } from '#server/media/stores/media-store-service.ts'
import { call } from '#tests/server/api-call.ts'
import { startPostingServer } from '#tests/server/posting/posting-calls.ts'
import { makeJpeg, makePng } from '#tests/server/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/uploads/made-videos.ts'
import { makeUploadCalls } from '#tests/server/uploads/upload-calls.ts'
import { startS3Server } from '#tests/support/server/s3-server.ts'

const LISTING = 'ab'.repeat(12)
const WEEK_MS = 7 * 86_400_000

interface TestStore {
  mediaStore: MediaStore
  /** Makes the store refuse the file 800.webp of this photo. The store has received the 320 px files before it. */
  breakFor(id: string): void
  repair(id: string): void
  stop(): Promise<void>
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
    stop: async () => undefined,
  }
}

async function makeBucket(): Promise<TestStore> {
  const s3 = await startS3Server()
  return {
    mediaStore: makeMediaStore({ mediaS3: s3.settings, mediaDir: '/dev/null' }),
    breakFor: (id: string) =>
      s3.failFor(({ method, url }) => method === 'PUT' && url?.endsWith(`${id}/800.webp`) === true),
    repair: () => s3.failFor(() => false),
    stop: s3.stop,
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
  let asha: ReturnType<typeof makeUploadCalls>

  beforeAll(async () => {
    filesDir = mkdtempSync(join(tmpdir(), 'media-stores-'))
    store = await makeStore(filesDir)
    const { mediaStore } = store
    server = (await startPostingServer({ mediaStore, filesDir })).server
    asha = makeUploadCalls(server, await server.signIn({ email: 'asha@example.in' }))
  })
  afterAll(async () => {
    await server.close()
    await store.stop()
    rmSync(filesDir, { recursive: true })
  })

  async function add(file: Buffer): Promise<string> {
    const { status, json, text } = await asha.add(LISTING, file)
    if (status !== 200) throw new Error(text)
    return String(json['data']?.['id'])
  }
  const get = (id: string, name: string, headers: Record<string, string> = {}) =>
    server.app.request(`/media/listings/${id}/${name}`, { headers })
  const listStored = async (id: string) => {
    const answers = await Promise.all(MEDIA_NAMES.map((name) => get(id, name)))
    return MEDIA_NAMES.filter((_, index) => answers[index]?.status === 200)
  }
  const listRows = async (table: 'media' | 'uploads', id: string) =>
    server.db.selectFrom(table).select('id').where('id', '=', id).execute()

  test('a photo is served in each of its sizes, with the headers that all media files have', async () => {
    const id = await add(await makeJpeg())
    expect(await listStored(id)).toEqual(NAMES_OF.photo)
    const photo = await get(id, '320.webp')
    expect(photo.headers.get('Content-Type')).toBe('image/webp')
    expect(photo.headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(photo.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    const bytes = await photo.arrayBuffer()
    expect(photo.headers.get('Content-Length')).toBe(String(bytes.byteLength))
    const etag = photo.headers.get('ETag') ?? ''
    expect((await get(id, '320.webp', { 'If-None-Match': etag })).status).toBe(304)
    const head = await call(server, 'HEAD', `/media/listings/${id}/320.jpg`)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(1000)
    for (const name of ['320.png', 'video.mp4', '']) expect((await get(id, name)).status).toBe(404)
    expect((await get('0'.repeat(32), '320.webp')).status).toBe(404)
  })

  test('a video is served whole and in ranges', async () => {
    const id = await add(makeVideo())
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
    const file = await makePng()
    const id = await asha.open(file.length)
    await asha.patch(id, 0, file)
    store.breakFor(id)
    const failed = await asha.finish(id, LISTING)
    expect(failed).toMatchObject({
      status: 503,
      json: { code: 'no-media-store', error: expect.stringContaining('Nothing was lost') },
    })
    expect(await listRows('media', id)).toEqual([])
    expect(await listRows('uploads', id)).toHaveLength(1)
    store.repair(id)
    expect(await asha.finish(id, LISTING)).toMatchObject({ status: 200 })
    expect(await listStored(id)).toEqual(NAMES_OF.photo)
  })

  test('cancelling an upload after the store failed deletes the files that were stored', async () => {
    const file = await makePng()
    const id = await asha.open(file.length)
    await asha.patch(id, 0, file)
    store.breakFor(id)
    await asha.finish(id, LISTING)
    store.repair(id)
    expect(await listStored(id)).toEqual(['320.webp', '320.jpg'])
    expect((await asha.remove(id)).status).toBe(204)
    await removeQueuedMedia(server)
    expect(await listStored(id)).toEqual([])
  })

  test('the files of unused photos and of erased people are deleted', async () => {
    const [unused, erased] = [await add(await makePng()), await add(await makePng())]
    await server.db
      .updateTable('media')
      .set({ unused_since: null })
      .where('id', '=', erased)
      .execute()
    server.clock.advance(WEEK_MS)
    await removeUnusedMedia(server.db, server.clock.now())
    await removeQueuedMedia(server)
    expect(await listStored(unused)).toEqual([])
    expect(await listStored(erased)).toEqual(NAMES_OF.photo)

    const token = await server.signIn({ email: 'asha@example.in' })
    const body = { withdrawsConsent: false }
    await call(server, 'POST', '/api/auth/deletion', { token, body })
    server.clock.advance(WEEK_MS)
    const settings = { adminEmail: null, mediaDir: filesDir }
    expect(await eraseDueAccounts({ ...server, settings }, server.clock.now())).toBe(1)
    await removeQueuedMedia(server)
    expect(await listStored(erased)).toEqual([])
    await server.settle()
  })
})

test('the check of an S3 bucket that cannot be used fails with the status that the store returned', async () => {
  const s3 = await startS3Server()
  const check = (change: Partial<MediaS3Settings>) =>
    makeMediaStore({ mediaS3: { ...s3.settings, ...change }, mediaDir: '/dev/null' }).check()
  await check({})
  await expect(check({ bucket: 'another-bucket' })).rejects.toThrow('answered 404')
  await expect(check({ secretAccessKey: 'another secret' })).rejects.toThrow('answered 403')
  await s3.stop()
})
