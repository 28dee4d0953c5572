import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeMediaRemovalKind } from '#server/listings/media/media-removal-queue-service.ts'
import { queueUnnamedMedia } from '#server/listings/media/media-sweep-service.ts'
import { removeUnnamedUploads } from '#server/listings/uploads/upload-expiry-service.ts'
import { call } from '#tests/server/api-call.ts'
import { OLD_LISTING, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { makeJpeg } from './made-photos.ts'
import { makeTusHeaders } from './upload-calls.ts'

// Whose an upload is, and that no file stays that no row names.

const DAY_MS = 86_400_000
const { server, asha, ravi, operator } = postingForEachTest()

const foldersOf = () => {
  const folder = join(server.mediaDir, 'listings')
  return existsSync(folder) ? readdirSync(folder) : []
}

const deleteForGood = (id: string) =>
  call(server, 'DELETE', `/api/admin/property/${id}`, { token: operator.token })

describe('an address with two uploads', () => {
  test.each([
    (own: string, foreign: string) => `${own}?x=/${foreign}`,
    (own: string, foreign: string) => `${own}?/${foreign}`,
    (own: string, foreign: string) => `${own}?x=${encodeURIComponent('/')}${foreign}/`,
    (own: string, foreign: string) => `${own}%2f${foreign}`,
    (own: string, foreign: string) => `${own};/${foreign}`,
    (own: string, foreign: string) => `${own}%3f/${foreign}`,
  ])('never reaches the one of another owner: %o', async (makePath) => {
    const foreign = await asha.uploads.open(1_000)
    const own = await ravi.uploads.open(1_000)
    const path = `/api/account/uploads/${makePath(own, foreign)}`
    for (const method of ['PATCH', 'HEAD', 'GET', 'DELETE']) {
      const headers = { ...makeTusHeaders(ravi.token, 0), 'Content-Length': '600' }
      const body = method === 'PATCH' ? Buffer.alloc(600, 'x') : undefined
      await call(server, method, path, { token: ravi.token, headers, body })
      const seen = await asha.uploads.head(foreign)
      expect([seen.status, seen.headers.get('Upload-Offset')], method).toEqual([200, '0'])
    }
  })
})

test('a file for the listing of another owner, or for a deleted one, is refused', async () => {
  const foreign = await asha.post()
  for (const listing of [foreign, OLD_LISTING]) {
    const answer = await ravi.uploads.add(listing, await makeJpeg())
    expect(answer).toMatchObject({ status: 404, json: { code: 'not-found' } })
  }
  await deleteForGood(foreign)
  expect(await asha.uploads.add(foreign, await makeJpeg())).toMatchObject({ status: 404 })
  expect(await server.db.selectFrom('media').select('id').execute()).toEqual([])
  expect(foldersOf()).toEqual([])
})

test('a listing that is deleted for good takes its files with it at once', async () => {
  const id = await asha.post()
  await asha.uploads.addMedia(await makeJpeg(), id)
  expect(foldersOf()).toHaveLength(1)
  await deleteForGood(id)
  await runJobs(server, makeMediaRemovalKind(server))
  expect(foldersOf()).toEqual([])
  expect(await server.db.selectFrom('media').select('id').execute()).toEqual([])
})

test('an erasure while files are stored leaves none of them', async () => {
  const id = await asha.uploads.sendFile(await makeJpeg())
  const { put } = server.mediaStore
  let isErased = false
  server.mediaStore.put = async (...order) => {
    await put(...order)
    if (isErased) return
    isErased = true
    await server.db.deleteFrom('uploads').where('id', '=', id).execute()
  }
  expect(await asha.uploads.finish(id)).toMatchObject({ status: 404 })
  server.mediaStore.put = put
  expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([{ id }])
})

test('files that no row names are deleted: uploads after an hour, photos and videos after a day', async () => {
  const kept = await asha.uploads.open(10)
  const photo = await asha.uploads.addMedia(await makeJpeg())
  const [left, fresh] = ['a'.repeat(32), 'b'.repeat(32)]
  const now = new Date()
  const touch = (path: string, ageMs: number) => {
    const at = new Date(now.getTime() - ageMs)
    utimesSync(path, at, at)
  }
  for (const name of [left, `${left}.mp4`, fresh, 'notes.txt'])
    writeFileSync(join(server.uploadDir, name), 'x')
  for (const name of [left, `${left}.mp4`, kept, 'notes.txt'])
    touch(join(server.uploadDir, name), 3_700_000)
  await removeUnnamedUploads(server, now)
  expect(readdirSync(server.uploadDir).sort()).toEqual([fresh, kept, 'notes.txt'].sort())

  const folder = join(server.mediaDir, 'listings')
  for (const name of [left, fresh]) mkdirSync(join(folder, name))
  for (const name of [left, photo]) touch(join(folder, name), DAY_MS + 1_000)
  await queueUnnamedMedia(server, now)
  expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([{ id: left }])
})

test('a store whose files are almost all in no row belongs to another database: nothing is deleted', async () => {
  const folder = join(server.mediaDir, 'listings')
  const at = new Date(Date.now() - 2 * DAY_MS)
  for (let number = 0; number < 101; number += 1) {
    const path = join(folder, number.toString(16).padStart(32, '0'))
    mkdirSync(path, { recursive: true })
    utimesSync(path, at, at)
  }
  await queueUnnamedMedia(server, new Date())
  expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([])
  expect(server.logged.join()).toContain('most files of the media store are in no row')
})
