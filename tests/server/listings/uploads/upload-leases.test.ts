import { beforeEach, expect, test } from 'vitest'
import { ASHA, startPostingPair } from '#tests/server/listings/content/posting-server.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { makePng } from './made-photos.ts'
import { makeTusHeaders, makeUploadCalls } from './upload-calls.ts'

let one: TestServer
let other: TestServer
let token: string

beforeEach(async () => {
  ;[one, other] = await startPostingPair()
  token = await one.signIn({ email: ASHA })
})

/** Starts a PATCH request whose body never ends, like that of a phone that lost its connection. */
function beginPatch({ app }: TestServer, id: string, first: Buffer, length: number) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(first)),
  })
  const headers = { ...makeTusHeaders(token, 0), 'Content-Length': String(length) }
  const init: RequestInit & { duplex: 'half' } = { method: 'PATCH', headers, body, duplex: 'half' }
  return app.request(`/api/account/uploads/${id}`, init)
}

test('a device that reconnects to another server process continues its upload there, and no byte is lost', async () => {
  const photo = await makePng()
  const asha = makeUploadCalls(other, token)
  const id = await asha.open(photo.length)
  const cut = beginPatch(one, id, photo.subarray(0, 1_000), photo.length)
  const findHeld = () => one.db.selectFrom('uploads').where('lease_holder', 'is not', null)
  await expect.poll(() => findHeld().select('id').execute()).toEqual([{ id }])
  const offset = Number((await asha.head(id)).headers.get('Upload-Offset'))
  expect(offset).toBe(1_000)
  // The interrupted request is answered too, with the number of stored bytes.
  expect((await cut).headers.get('Upload-Offset')).toBe('1000')
  expect((await asha.patch(id, offset, photo.subarray(offset))).status).toBe(204)
  expect(await asha.finish(id)).toMatchObject({ status: 200 })
})

test('a file that two processes finish at the same time becomes one photo', async () => {
  const photo = await makePng()
  const calls = makeUploadCalls(one, token)
  const id = await calls.sendFile(photo)
  const all = [calls, makeUploadCalls(other, token)]
  const answers = await Promise.all(all.map(({ finish }) => finish(id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.json).toEqual(answers[1]?.json)
  expect(await one.db.selectFrom('media').select('id').execute()).toEqual([{ id }])
})

test('an upload can continue 10 s after the process that held its lease was killed', async () => {
  const asha = makeUploadCalls(one, token)
  const id = await asha.open(10)
  const until = new Date(one.clock.now().getTime() + 10_000).toISOString()
  const held = { lease_holder: 'killed', leased_until: until }
  await one.db.updateTable('uploads').set(held).where('id', '=', id).execute()
  one.clock.advance(10_000)
  expect((await asha.patch(id, 0, Buffer.alloc(10))).status).toBe(204)
})
