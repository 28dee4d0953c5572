// @module-tag long

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { describeError } from '#server/platform/log/server-log.ts'
import { MediaStoreError } from '#server/platform/media/stores/media-store-trouble.ts'
import { makeS3Client } from '#server/platform/media/stores/s3-client.ts'
import { makeS3Store } from '#server/platform/media/stores/s3-media-store.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'

const KEY_ID = 'AKIAEXAMPLEKEYID'
const SECRET = 'a secret that nobody may read'
const FILE = { mediaId: 'ab'.repeat(16), name: 'video.mp4' }

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts an S3-compatible store that gives these answers in turn and then repeats the last one. */
async function startStore(...answers: Answer[]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const settings = {
    // address() returns null only for a closed server, and a string only for a pipe.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'media',
    region: 'ap-south-1',
    accessKeyId: KEY_ID,
    secretAccessKey: SECRET,
  }
  return { requests, client: makeS3Client(settings), store: makeS3Store(settings) }
}

const status =
  (code: number, body = ''): Answer =>
  (request, response) => {
    request.resume()
    response.writeHead(code, { Location: 'http://127.0.0.1:1/elsewhere' }).end(body)
  }
const cut: Answer = (request) => request.socket.destroy()

test.each([
  ['a busy store', [status(503), status(500), status(200)], 3],
  ['lost connections', [cut, cut, status(200)], 3],
  ['a store that never recovers', [status(500)], 3],
  ['a store that never answers', [cut], 3],
  ['a refusal', [status(403), status(200)], 1],
  ['a redirect, which would carry the signature elsewhere', [status(307), status(200)], 1],
])(
  'after %s, a request is retried only if this may help, at most twice',
  async (_what, answers, asked) => {
    const { client, requests } = await startStore(...answers)
    const sent = client.send({ method: 'HEAD', key: 'listings/a' })
    if (answers.length === 3) expect((await sent).statusCode).toBe(200)
    else await expect(sent).rejects.toBeInstanceOf(MediaStoreError)
    expect(requests).toHaveLength(asked)
  },
)

test('a request is aborted if the media store does not answer in time', async () => {
  const { client, requests } = await startStore((request) => request.resume())
  const sent = client.send({ method: 'GET', key: 'listings/a', answerMs: 20 })
  await expect(sent).rejects.toThrow('The media store did not answer.')
  expect(requests).toHaveLength(3)
})

test('a request is aborted if the media store stops in the middle of its answer', async () => {
  const { client } = await startStore((_request, response) => response.write('the first bytes'))
  const answer = await client.send({ method: 'GET', key: 'listings/a', answerMs: 50 })
  await expect(text(answer)).rejects.toThrow()
})

test("no error contains a credential, a signature or the text of the store's answer", async () => {
  // To a request with a wrong signature, S3 returns an error that quotes the request.
  const quoting: Answer = ({ headers }, response) => {
    const quoted = `<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>${KEY_ID}</AWSAccessKeyId><StringToSign>${headers.authorization} ${SECRET}</StringToSign></Error>`
    response.writeHead(403).end(quoted)
  }
  for (const answer of [quoting, cut]) {
    const { store, requests } = await startStore(answer)
    const error: unknown = await store.open(FILE).catch((thrown: unknown) => thrown)
    const signature = /Signature=(\w+)/.exec(requests[0]?.headers.authorization ?? '')?.[1]
    expect(signature).toMatch(/^[0-9a-f]{64}$/)
    const shown = `${JSON.stringify(describeError(error))} ${error} ${(error as Error).stack} ${(error as Error).cause}`
    for (const secret of [KEY_ID, SECRET, signature ?? '']) expect(shown).not.toContain(secret)
    expect(shown).toContain(answer === cut ? 'did not answer' : '403 SignatureDoesNotMatch')
  }
})

test('a file is sent with its length and without its hash; after a failure, the whole file is sent again', async () => {
  const path = join(makeFolderForTest(), 'video.mp4')
  const content = 'frames '.repeat(100_000)
  writeFileSync(path, content)
  const arrived: string[] = []
  const take =
    (code: number): Answer =>
    async (request, response) => {
      arrived.push(await text(request))
      response.writeHead(code).end()
    }
  const { store, requests } = await startStore(take(503), take(200))
  await store.putFile(FILE, path)
  expect(arrived).toEqual([content, content])
  for (const { method, url, headers } of requests) {
    expect(`${method} ${url}`).toBe(`PUT /media/listings/${FILE.mediaId}/video.mp4`)
    expect(headers['content-length']).toBe(String(content.length))
    expect(headers['transfer-encoding']).toBeUndefined()
    expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD')
  }
})

test('a file is read only as fast as the store accepts it', async () => {
  const { client } = await startStore(() => undefined)
  const chunk = Buffer.alloc(65_536)
  let read = 0
  function* readChunks() {
    for (; read < 300_000_000; read += chunk.length) yield chunk
  }
  const headers = { 'Content-Length': '300000000' }
  const makeBody = () => {
    read = 0
    return Readable.from(readChunks())
  }
  const sent = client.send({ method: 'PUT', key: 'listings/a', headers, makeBody, answerMs: 200 })
  await expect(sent).rejects.toBeInstanceOf(MediaStoreError)
  // The store reads nothing, so only the buffers of the two sockets are filled.
  expect(read).toBeLessThan(50_000_000)
})

test('a reader that stops reading a media file ends the request to the store', async () => {
  const head: Answer = (_request, response) => {
    const headers = {
      'Content-Range': 'bytes 0-63/1000000',
      'Last-Modified': 'Wed, 17 Sep 2025 06:30:00 GMT',
    }
    response.writeHead(206, headers).end('\0\0\0\x0cftypisom')
  }
  let closed: Promise<unknown> = Promise.resolve()
  const endless: Answer = (_request, response) => {
    closed = once(response, 'close')
    response.writeHead(206).write('the first bytes')
  }
  const { store, requests } = await startStore(head, endless)
  const file = await store.open(FILE)
  const reading = file?.read({ start: 0, end: 999_999 })
  await once(reading ?? process, 'data')
  reading?.destroy()
  await closed
  expect(requests[1]?.headers.range).toBe('bytes=0-999999')
})
