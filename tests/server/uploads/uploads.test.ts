import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ASHA_ID, postingForEachTest } from '#tests/server/posting/posting-calls.ts'
import { makeJpeg, makePng } from './made-photos.ts'
import { makeUploadCalls } from './upload-calls.ts'

const LISTING = 'ab'.repeat(12)
const HOUR_MS = 3_600_000

const { server, asha, ravi, operator } = postingForEachTest()
let asha: ReturnType<typeof makeUploadCalls>
let ravi: ReturnType<typeof makeUploadCalls>

beforeEach(async () => {
  at = await postingForEachTest()
  asha = makeUploadCalls(server, await server.signIn({ email: 'asha@example.in' }))
  ravi = makeUploadCalls(server, await server.signIn({ email: 'ravi@example.in' }))
})

test('an upload arrives in parts, resumes where it stopped, and becomes a photo', async () => {
  const photo = await makeJpeg()
  const created = await asha.create(photo.length)
  expect(created.status).toBe(201)
  expect(created.headers.get('Location')).toMatch(/^\/api\/account\/uploads\/[0-9a-f]{32}$/)
  const id = created.headers.get('Location')?.split('/').at(-1) ?? ''
  const first = await asha.patch(id, 0, photo.subarray(0, 10_000))
  expect(first).toMatchObject({ status: 204, text: '' })
  const seen = await asha.head(id)
  expect(seen.headers.get('Upload-Offset')).toBe('10000')
  expect(seen.headers.get('Upload-Length')).toBe(String(photo.length))
  expect(await asha.finish(id, LISTING)).toMatchObject({ json: { code: 'upload-incomplete' } })
  // Bytes that are sent again from an earlier offset change nothing.
  expect(await asha.patch(id, 0, photo.subarray(0, 10_000))).toMatchObject({ status: 409 })
  expect((await asha.patch(id, 10_000, photo.subarray(10_000))).status).toBe(204)
  const done = await asha.finish(id, LISTING)
  expect(done).toMatchObject({ status: 200, json: { data: { kind: 'photo', width: 1200 } } })
  // A device that lost the answer can finish the upload again, and gets the same answer.
  expect((await asha.finish(id, LISTING)).json).toEqual(done.json)
  expect(readdirSync(server.uploadDir)).toEqual([])
})

test("somebody else's upload answers 404 to every call, and remains unchanged", async () => {
  const photo = await makePng()
  const id = await asha.open(photo.length)
  const answers = [
    await ravi.head(id),
    await ravi.patch(id, 0, photo),
    await ravi.remove(id),
    await ravi.finish(id, LISTING),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await asha.patch(id, 0, photo)).toMatchObject({ status: 204 })
})

test('every upload call needs a session, and team accounts cannot upload files', async () => {
  const id = await asha.open(10)
  for (const [who, status] of [
    [makeUploadCalls(server, ''), 401],
    [makeUploadCalls(server, await server.signIn()), 403],
  ] as const) {
    const answers = [
      await who.create(10),
      await who.patch(id, 0, Buffer.alloc(10)),
      await who.remove(id),
      await who.finish(id, LISTING),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
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
  expect(await asha.create(5, headers)).toMatchObject({ status, json: { code } })
  expect(await server.db.selectFrom('uploads').selectAll().execute()).toEqual([])
})

test('a PATCH request is refused without Content-Length, above 5 MB, or beyond the end of the file', async () => {
  const id = await asha.open(20)
  const large = await asha.patch(id, 0, Buffer.alloc(20), { 'Content-Length': '5000001' })
  expect(large).toMatchObject({ status: 413, json: { code: 'chunk-too-large' } })
  const unnamed = await asha.patch(id, 0, Buffer.alloc(20), { 'Content-Length': '' })
  expect(unnamed).toMatchObject({ status: 411, json: { code: 'length-required' } })
  const beyond = await asha.patch(id, 0, Buffer.alloc(21))
  expect(beyond).toMatchObject({ status: 413, json: { code: 'upload-too-large' } })
  expect((await asha.head(id)).headers.get('Upload-Offset')).toBe('0')
})

test('a person may have five unfinished uploads at a time, and start a hundred a day', async () => {
  for (let made = 0; made < 5; made += 1) await asha.open(10)
  expect(await asha.create(10)).toMatchObject({ status: 409, json: { code: 'too-many-uploads' } })
  expect((await ravi.create(10)).status).toBe(201)
  for (let made = 5; made < 100; made += 1) {
    await asha.remove(await firstOf(ASHA_ID))
    expect((await asha.create(10)).status).toBe(201)
  }
  await asha.remove(await firstOf(ASHA_ID))
  const over = await asha.create(10)
  expect(over).toMatchObject({ status: 429, json: { code: 'too-many' } })
  server.clock.advance(24 * HOUR_MS)
  expect((await asha.create(10)).status).toBe(201)
})

test('the unfinished uploads of a person may total at most 2 GB', async () => {
  const id = await asha.open(10)
  await server.db
    .updateTable('uploads')
    .set({ bytes: 1_999_999_990 })
    .where('id', '=', id)
    .execute()
  expect((await asha.create(11)).json['code']).toBe('too-many-uploads')
  expect((await asha.create(10)).status).toBe(201)
})

test('a cancelled upload is deleted with its bytes', async () => {
  const id = await asha.open(10)
  await asha.patch(id, 0, Buffer.alloc(5))
  expect(statSync(join(server.uploadDir, id)).size).toBe(5)
  expect((await asha.remove(id)).status).toBe(204)
  expect((await asha.head(id)).status).toBe(404)
  expect(existsSync(join(server.uploadDir, id))).toBe(false)
})

async function firstOf(ownerId: string): Promise<string> {
  const row = await server.db
    .selectFrom('uploads')
    .select('id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return row.id
}
