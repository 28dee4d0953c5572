import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg } from './made-photos.ts'

// A device that loses the answer to a creation asks again, and must not use up the owner's five uploads.

const KEY = { 'Idempotency-Key': 'the-key-of-one-file' }
const { server, asha, ravi } = postingForEachTest()

const idOf = ({ headers }: { headers: Headers }) => headers.get('Location')?.split('/').at(-1) ?? ''
const list = (token: string) => call(server, 'GET', '/api/account/uploads', { token })

test('ten lost answers to the creation of one upload leave one upload, and keep its bytes', async () => {
  const first = await asha.uploads.create(20, KEY)
  const id = idOf(first)
  await asha.uploads.patch(id, 0, Buffer.alloc(8))
  for (let repeat = 0; repeat < 10; repeat += 1) {
    const again = await asha.uploads.create(20, KEY)
    expect({ status: again.status, text: again.text, id: idOf(again) }).toEqual({
      status: 201,
      text: first.text,
      id,
    })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  }
  expect(readdirSync(server.uploadDir)).toEqual([id])
  expect((await asha.uploads.head(id)).headers.get('Upload-Offset')).toBe('8')
  for (let made = 1; made < 5; made += 1) await asha.uploads.open(10)
  expect((await asha.uploads.create(10)).json['code']).toBe('too-many-uploads')
})

test('the same key of another person, or for another size, is not the same upload', async () => {
  const id = idOf(await asha.uploads.create(20, KEY))
  expect(idOf(await ravi.uploads.create(20, KEY))).not.toBe(id)
  expect(await asha.uploads.create(21, KEY)).toMatchObject({ status: 422 })
  expect((await list(asha.token)).json['data']).toHaveLength(1)
})

test.each([
  [
    'was finished',
    async (id: string, photo: Buffer) => {
      await asha.uploads.patch(id, 0, photo)
      expect((await asha.uploads.finish(id)).status).toBe(200)
    },
  ],
  [
    'was refused',
    async (id: string, photo: Buffer) => {
      await asha.uploads.patch(id, 0, Buffer.alloc(photo.length))
      expect((await asha.uploads.finish(id)).status).toBe(400)
    },
  ],
  [
    'was given up',
    async (id: string) => {
      expect((await asha.uploads.remove(id)).status).toBe(204)
    },
  ],
])('a key whose upload %s begins another upload, once', async (_, end) => {
  const photo = await makeJpeg()
  const first = idOf(await asha.uploads.create(photo.length, KEY))
  await end(first, photo)
  const second = idOf(await asha.uploads.create(photo.length, KEY))
  expect(second).toMatch(/^[0-9a-f]{32}$/)
  expect(second).not.toBe(first)
  expect(idOf(await asha.uploads.create(photo.length, KEY))).toBe(second)
  expect(readdirSync(server.uploadDir)).toEqual([second])
})

test('the unfinished uploads of the caller are listed, and can be dropped to make room', async () => {
  await ravi.uploads.open(10)
  const ids: string[] = []
  for (let made = 0; made < 5; made += 1) {
    ids.push(await asha.uploads.open(10 + made))
    server.clock.advance(1000)
  }
  await asha.uploads.patch(ids[1] ?? '', 0, Buffer.alloc(4))
  const { json } = await list(asha.token)
  expect(json['data']).toMatchObject(
    ids.map((id, at) => ({ id, bytes: 10 + at, offset: at === 1 ? 4 : 0 })),
  )
  for (const id of ids) expect((await asha.uploads.remove(id)).status).toBe(204)
  expect((await list(asha.token)).json['data']).toEqual([])
  expect((await asha.uploads.create(10)).status).toBe(201)
})
