import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASHA_ID, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg, makePng } from './made-photos.ts'
import { makeUploadCalls } from './upload-calls.ts'

const HOUR_MS = 3_600_000

const { server, asha, ravi } = postingForEachTest()

test('an upload arrives in parts, resumes where it stopped, and becomes a photo', async () => {
  const photo = await makeJpeg()
  const created = await asha.uploads.create(photo.length)
  expect(created.status).toBe(201)
  expect(created.headers.get('Location')).toMatch(/^\/api\/account\/uploads\/[0-9a-f]{32}$/)
  const id = created.headers.get('Location')?.split('/').at(-1) ?? ''
  const first = await asha.uploads.patch(id, 0, photo.subarray(0, 10_000))
  expect(first).toMatchObject({ status: 204, text: '' })
  const seen = await asha.uploads.head(id)
  expect(seen.headers.get('Upload-Offset')).toBe('10000')
  expect(seen.headers.get('Upload-Length')).toBe(String(photo.length))
  expect(await asha.uploads.finish(id)).toMatchObject({ json: { code: 'upload-incomplete' } })
  // Bytes that are sent again from an earlier offset change nothing.
  expect(await asha.uploads.patch(id, 0, photo.subarray(0, 10_000))).toMatchObject({ status: 409 })
  expect((await asha.uploads.patch(id, 10_000, photo.subarray(10_000))).status).toBe(204)
  const done = await asha.uploads.finish(id)
  expect(done).toMatchObject({ status: 200, json: { data: { kind: 'photo', width: 1200 } } })
  // A device that lost the answer can finish the upload again, and gets the same answer.
  expect((await asha.uploads.finish(id)).json).toEqual(done.json)
  expect(readdirSync(server.uploadDir)).toEqual([])
})

test("somebody else's upload answers 404 to every call, and remains unchanged", async () => {
  const photo = await makePng()
  const id = await asha.uploads.open(photo.length)
  const { head, patch, remove, finish } = ravi.uploads
  for (const answer of [
    await head(id),
    await patch(id, 0, photo),
    await remove(id),
    await finish(id),
  ])
    expect(answer.status).toBe(404)
  expect(await asha.uploads.patch(id, 0, photo)).toMatchObject({ status: 204 })
})

test('every upload call needs a session, and team accounts that decide nothing cannot upload files', async () => {
  const id = await asha.uploads.open(10)
  for (const [who, status] of [
    [makeUploadCalls(server, ''), 401],
    [makeUploadCalls(server, await server.signInAs('viewer')), 403],
  ] as const) {
    const patched = await who.patch(id, 0, Buffer.alloc(10))
    for (const answer of [
      await who.create(10),
      patched,
      await who.remove(id),
      await who.finish(id),
    ])
      expect(answer.status).toBe(status)
    expect((await who.head(id)).status).toBe(status === 401 ? 401 : 404)
  }
})

test.each([
  ['without a length', { 'Upload-Length': '' }, 400, 'invalid-input'],
  [
    'that announces its length later',
    { 'Upload-Length': '', 'Upload-Defer-Length': '1' },
    400,
    'invalid-input',
  ],
  ['of zero bytes', { 'Upload-Length': '0' }, 400, 'invalid-input'],
  ['of more than 300 MB', { 'Upload-Length': '300000001' }, 413, 'upload-too-large'],
  ['without Tus-Resumable', { 'Tus-Resumable': '' }, 412, 'not-tus'],
])('an upload %s is refused', async (_what, headers, status, code) => {
  expect(await asha.uploads.create(5, headers)).toMatchObject({ status, json: { code } })
  expect(await server.db.selectFrom('uploads').selectAll().execute()).toEqual([])
})

test.each([
  ['above 5 MB', 20, { 'Content-Length': '5000001' }, 413, 'chunk-too-large'],
  ['beyond the end of the file', 21, {}, 413, 'upload-too-large'],
])('a PATCH request %s is refused', async (_what, bytes, headers, status, code) => {
  const id = await asha.uploads.open(20)
  const refused = await asha.uploads.patch(id, 0, Buffer.alloc(bytes), headers)
  expect(refused).toMatchObject({ status, json: { code } })
  expect((await asha.uploads.head(id)).headers.get('Upload-Offset')).toBe('0')
})

test('a person may have five unfinished uploads at a time, and start a hundred a day', async () => {
  for (let made = 0; made < 5; made += 1) await asha.uploads.open(10)
  expect((await asha.uploads.create(10)).json['code']).toBe('too-many-uploads')
  expect((await ravi.uploads.create(10)).status).toBe(201)
  // A refused creation counts too.
  for (let made = 6; made < 100; made += 1) {
    await asha.uploads.remove(await findFirst())
    expect((await asha.uploads.create(10)).status).toBe(201)
  }
  await asha.uploads.remove(await findFirst())
  expect(await asha.uploads.create(10)).toMatchObject({ status: 429, json: { code: 'too-many' } })
  server.clock.advance(24 * HOUR_MS)
  expect((await asha.uploads.create(10)).status).toBe(201)
})

test('the unfinished uploads of a person may total at most 2 GB', async () => {
  await asha.uploads.open(10)
  await server.db.updateTable('uploads').set({ bytes: 1_999_999_990 }).execute()
  expect((await asha.uploads.create(11)).json['code']).toBe('too-many-uploads')
  expect((await asha.uploads.create(10)).status).toBe(201)
})

test('a cancelled upload is deleted with its bytes', async () => {
  const id = await asha.uploads.open(10)
  await asha.uploads.patch(id, 0, Buffer.alloc(5))
  expect(statSync(join(server.uploadDir, id)).size).toBe(5)
  expect((await asha.uploads.remove(id)).status).toBe(204)
  expect((await asha.uploads.head(id)).status).toBe(404)
  expect(existsSync(join(server.uploadDir, id))).toBe(false)
})

/** The id of an unfinished upload of Asha. */
async function findFirst(): Promise<string> {
  const uploads = server.db.selectFrom('uploads').select('id').where('owner_id', '=', ASHA_ID)
  return (await uploads.executeTakeFirstOrThrow()).id
}
