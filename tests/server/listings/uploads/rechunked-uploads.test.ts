import { statSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readJson } from '#tests/server/api-call.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { startOperatorsProxy } from '#tests/support/network/operators-proxy.ts'
import { makeJpeg } from './made-photos.ts'
import { makeTusHeaders } from './upload-calls.ts'

// Proxies that do not keep a whole request pass on its body without its length.

const LARGEST = 5_000_000
const { server, asha } = postingForEachTest()

const sizeOf = (id: string) => statSync(join(server.uploadDir, id)).size

/** Sends the pieces of a chunk without Content-Length, and returns the answer. */
async function sendPieces(url: string, id: string, pieces: Buffer[]) {
  const sent = httpRequest(`${url}/api/account/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...makeTusHeaders(asha.token, 0), 'Transfer-Encoding': 'chunked' },
    agent: false,
  })
  const answered = answerOf(sent)
  for (const piece of pieces) sent.write(piece)
  sent.end()
  return answered
}

function answerOf(sent: ClientRequest) {
  return new Promise<{ status: number; code: unknown }>((resolve, reject) => {
    sent.on('response', async (answer: IncomingMessage) => {
      const { code } = readJson(await text(answer))
      resolve({ status: answer.statusCode ?? 0, code })
    })
    sent.on('error', reject)
  })
}

test('a chunk whose length a proxy removes is stored, and the upload becomes a photo', async () => {
  const photo = await makeJpeg()
  const id = await asha.uploads.open(photo.length)
  const proxy = await startOperatorsProxy(await server.listen(), { rechunks: true })
  for (const [start, end] of [
    [0, 10_000],
    [10_000, photo.length],
  ] as const) {
    const answer = await fetch(`${proxy.url}/api/account/uploads/${id}`, {
      method: 'PATCH',
      headers: makeTusHeaders(asha.token, start),
      body: new Uint8Array(photo.subarray(start, end)),
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('Upload-Offset')).toBe(String(end))
  }
  expect((await asha.uploads.finish(id)).status).toBe(200)
})

test.each([
  ['the largest chunk is stored', LARGEST, 6_000_000, { status: 204, code: undefined }],
  ['a larger chunk is refused', LARGEST + 1, 6_000_000, { status: 413, code: 'chunk-too-large' }],
  ['a chunk up to the end of the file is stored', 400, 400, { status: 204, code: undefined }],
  ['bytes beyond the file are refused', 401, 400, { status: 413, code: 'upload-too-large' }],
])('without a length, %s', async (_, sent, fileBytes, answer) => {
  const id = await asha.uploads.open(fileBytes)
  const pieces: Buffer[] = []
  for (let left = sent; left > 0; left -= 50_000) pieces.push(Buffer.alloc(Math.min(left, 50_000)))
  expect(await sendPieces(await server.listen(), id, pieces)).toEqual(answer)
  expect(sizeOf(id)).toBeLessThanOrEqual(Math.min(LARGEST, fileBytes))
  const { headers } = await asha.uploads.head(id)
  expect(headers.get('Upload-Offset')).toBe(String(sizeOf(id)))
  if (answer.status === 204) expect(sizeOf(id)).toBe(sent)
})

test('another body whose length a proxy removes is read up to its own limit', async () => {
  const proxy = await startOperatorsProxy(await server.listen(), { rechunks: true })
  const signIn = (password: string) =>
    fetch(`${proxy.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'asha@example.in', password }),
    })
  expect((await signIn('no password of anybody')).status).toBe(401)
  const large = await signIn('x'.repeat(100_001))
  expect({ status: large.status, code: readJson(await large.text())['code'] }).toEqual({
    status: 413,
    code: 'too-large',
  })
})
