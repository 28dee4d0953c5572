// @module-tag long
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HTTP_LIMITS, makeHttpServer } from '#server/platform/http/http-server.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

// Most tests of this file wait until the server closes a connection. If it does not, they fail by their timeout.

const FILE_BYTES = 64 * 1024 * 1024 // more than the buffers between server and client hold

const PART_BYTES = FILE_BYTES / 16 // the slow reader pauses after each, all in all four times as long as STILL_MS
const STILL_MS = 600

const mediaDir = mkdtempSync(join(tmpdir(), 'slow-clients-'))
const film = Buffer.alloc(FILE_BYTES)
film.write('ftypisom', 4)
writeFileSync(join(mediaDir, 'long.mp4'), film)
const server = await startServerForFile({
  seed: makeMarket(),
  mediaDirs: [mediaDir],
  httpLimits: { headMs: 150, requestMs: 300, stillMs: STILL_MS, lookEveryMs: 20 },
})
afterAll(() => rmSync(mediaDir, { recursive: true }))

let url = new URL('http://127.0.0.1')
beforeAll(async () => {
  url = new URL(await server.listen())
})

async function open(): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(Number(url.port), url.hostname)
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1')
  })
  socket.on('error', () => socket.destroy())
  const ended = once(socket, 'close').then(() => said)
  await once(socket, 'connect')
  return { socket, ended }
}

test('a client that never completes the head of a request is cut off', async () => {
  const silent = await open()
  const slow = await open()
  slow.socket.write('GET /api/healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /)
  expect(await silent.ended).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a slow body is cut off at its timeout, even while bytes arrive', async () => {
  const { socket, ended } = await open()
  socket.write('POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n{')
  const dripping = setInterval(() => socket.write(' '), 10)
  const said = await ended
  clearInterval(dripping)
  expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a client that does not read a large file is cut off', async () => {
  const { socket } = await open()
  socket.pause()
  socket.write('GET /media/long.mp4 HTTP/1.1\r\nHost: a\r\n\r\n')
  // Counts the server's connections, because a client that does not read does not notice that its connection is closed.
  await expect.poll(server.countConnections).toBe(1)
  await expect.poll(server.countConnections).toBe(0)
  socket.destroy()
})

test('a client that reads slowly gets the whole file, although this takes longer than the timeout for clients that read nothing', async () => {
  const { socket } = await open()
  let read = 0
  socket.removeAllListeners('data')
  socket.write('GET /media/long.mp4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  socket.on('data', (chunk: Buffer) => {
    const pausesBefore = Math.floor(read / PART_BYTES)
    read += chunk.byteLength
    if (Math.floor(read / PART_BYTES) === pausesBefore) return
    socket.pause()
    setTimeout(() => socket.resume(), STILL_MS / 4)
  })
  await once(socket, 'close')
  expect(read).toBeGreaterThan(FILE_BYTES)
})

test('an idle connection can be reused, and is closed after its timeout', async () => {
  const { socket, ended } = await open()
  socket.write('GET /api/healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  socket.write('GET /api/healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  expect((await ended).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(makeHttpServer(() => new Response())).toMatchObject({
    timeout: 120_000,
    keepAliveTimeout: 120_000,
  })
})

test('the default timeouts are long enough for a slow phone', () => {
  const slowBitsPerSecond = 16_000
  const largestRequestBits = (100_000 + 2_000) * 8
  expect((largestRequestBits / slowBitsPerSecond) * 1000).toBeLessThan(HTTP_LIMITS.requestMs)
  expect(HTTP_LIMITS.headMs).toBeLessThan(HTTP_LIMITS.requestMs)
})
