import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendUpload } from '#src/files/send-upload.ts'

// A network that swallows the bytes of an upload, or the answers to it, without ending the connection.

const MEGABYTE = 1_000_000
const LOST = { name: 'UploadFailure', status: null, body: null, retryAfterMs: null }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** Uploads to a server that answers so. `progress` has the bytes that were sent so far, and `ended` how the upload ended. */
async function startUpload(respond: Respond, bytes: number, chunkBytes = bytes) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const seen = { progress: 0, ended: null as unknown } // unknown until then
  sendUpload({
    file: createReadStream(makeFile(bytes)) as unknown as Blob, // the library's build for Node takes no Blob
    endpoint: `http://127.0.0.1:${port}/`,
    token: 'a-token',
    key: 'the-key-of-one-file',
    chunkBytes,
    url: null,
    onUrl() {},
    onSent(sent) {
      seen.progress = sent
    },
    signal: new AbortController().signal,
  }).then(
    () => {
      seen.ended = 'arrived'
    },
    (error: unknown) => {
      seen.ended = error
    },
  )
  return seen
}

/** The path of a file of zeros. */
function makeFile(bytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'stalled-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'tour.mp4')
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}

/** Reads about as many bytes of a paused request's body. */
function takeSome(request: IncomingMessage, bytes: number): void {
  let taken = 0
  function take(part: Buffer) {
    taken += part.length
    if (taken < bytes) return
    request.pause()
    request.off('data', take)
  }
  request.on('data', take)
  request.resume()
}

/** Reads a request's body, and resolves with its length. */
async function read(request: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const part of request) bytes += (part as Buffer).length // no encoding is set
  return bytes
}

function create(response: ServerResponse): void {
  response.writeHead(201, { Location: '/an-upload' }).end()
}

test.each(['POST', 'PATCH'])(
  'an upload whose %s is never answered fails like a lost one after a minute',
  async (swallowed) => {
    const arrived = vi.fn()
    const closed = vi.fn()
    const seen = await startUpload(async (request, response) => {
      if (request.method !== swallowed) return create(response)
      request.on('close', closed)
      await read(request)
      arrived()
    }, 1_000)
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(59_000)
    expect(seen.ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen.ended).toMatchObject(LOST)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  },
)

test('an upload that takes longer goes on while each of its requests is answered', async () => {
  const answers: (() => void)[] = []
  let stored = 0
  const seen = await startUpload(
    async (request, response) => {
      if (request.method === 'POST') return create(response)
      const bytes = await read(request)
      answers.push(() => {
        stored += bytes
        response.writeHead(204, { 'Upload-Offset': String(stored) }).end()
      })
    },
    3_000,
    1_000,
  )
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(answers).toHaveLength(count))
    await vi.advanceTimersByTimeAsync(50_000)
    answers.at(-1)?.()
  }
  await vi.waitFor(() => expect(seen.ended).toBe('arrived'))
})

test('a request that takes longer goes on while its bytes move, and fails a minute after they have stopped', async () => {
  let patch: IncomingMessage | undefined
  const seen = await startUpload((request, response) => {
    if (request.method === 'POST') return create(response)
    patch = request.pause()
  }, 200 * MEGABYTE)
  await vi.waitFor(() => expect(seen.progress).toBeGreaterThan(0))
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.advanceTimersByTimeAsync(50_000)
    expect(seen.ended).toBeNull()
    const before = seen.progress
    await vi.waitFor(() => {
      if (patch) takeSome(patch, 4 * MEGABYTE)
      expect(seen.progress).toBeGreaterThan(before)
    })
  }
  expect(seen.progress).toBeLessThan(200 * MEGABYTE)
  // What the socket still took of the last bytes may move after the first minute began.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.ended).toMatchObject(LOST)
  })
})
