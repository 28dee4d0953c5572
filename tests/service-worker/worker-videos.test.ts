import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { savedVideoAddress } from '#src/domain/saved-video.ts'
import { CHUNK_BYTES as ONE } from '#src/saved-videos/saved-video-reader.ts'
import { createSavedVideoStore } from '#src/saved-videos/saved-video-store.ts'
import { answerSavedVideo } from '#src/service-worker/worker-videos.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { openCache } from '#tests/storage/open-cache.ts'

// A video player gets HTTP answers from the service worker, for a saved video of two and a half chunks.

const NOW = Date.parse('2026-07-04T06:00:00Z')
const VIDEO = { id: 'v1', url: 'https://app.example/media/hall.mp4' }
const SIZE = 2.5 * ONE
const byteAt = (place: number) => (place * 31 + Math.floor(place / ONE)) % 251

let database: CacheDatabase
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response('from the network'))
  database = openCache()
  const store = createSavedVideoStore(database)
  await signIn('asha')
  await store.begin({ ...VIDEO, userId: 'asha', etag: null, beganAt: 0 })
  for (let index = 0; index * ONE < SIZE; index += 1) {
    const start = index * ONE
    const length = Math.min(ONE, SIZE - start)
    const chunk = Uint8Array.from({ length }, (_, place) => byteAt(start + place))
    await store.addChunk(VIDEO.id, index, chunk.buffer)
  }
  const whole = { bytes: SIZE, contentType: 'video/mp4', etag: '"tag"', savedAt: NOW }
  await store.finish(VIDEO.id, whole, SIZE)
})
afterEach(() => vi.unstubAllGlobals())

function signIn(userId: string, expiresAt: string | null = null) {
  return createSessionMirrorStore(database).set({ userId, token: 'token', expiresAt })
}

function ask(headers: Record<string, string> = {}, address = savedVideoAddress(VIDEO)) {
  return answerSavedVideo(new Request(address, { headers }), () => NOW)
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const isPartFrom = (bytes: Uint8Array, first: number) =>
  bytes.every((byte, place) => byte === byteAt(first + place))

test.each([
  ['the first two bytes, which Safari requests first', '0-1', 0, 1],
  ['a range across two chunks', `${ONE - 3}-${ONE + 3}`, ONE - 3, ONE + 3],
  ['all three chunks', '0-', 0, SIZE - 1],
  ['exactly one chunk', `${ONE}-${2 * ONE - 1}`, ONE, 2 * ONE - 1],
  ['the end of the video', '-9', SIZE - 9, SIZE - 1],
  ['the rest, even if the range ends after the end of the video', `5-${SIZE + 5}`, 5, SIZE - 1],
])('a player gets %s', async (_, range, first, last) => {
  const answer = await ask({ Range: `bytes=${range}` })
  expect(answer.status).toBe(206)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-range': `bytes ${first}-${last}/${SIZE}`,
    'content-length': String(last - first + 1),
    'content-type': 'video/mp4',
  })
  const bytes = await bytesOf(answer)
  expect(bytes.byteLength).toBe(last - first + 1)
  expect(isPartFrom(bytes, first)).toBe(true)
})

test('a request without a range is answered with the whole video', async () => {
  const answer = await ask()
  expect([answer.status, answer.headers.get('Accept-Ranges')]).toEqual([200, 'bytes'])
  const bytes = await bytesOf(answer)
  expect(bytes.byteLength).toBe(SIZE)
  expect(isPartFrom(bytes, 0)).toBe(true)
})

test("a saved file opened as a page runs no script in the app's origin", async () => {
  const asked: Record<string, string>[] = [{}, { Range: 'bytes=0-1' }, { Range: `bytes=${SIZE}-` }]
  for (const headersOfRequest of asked) {
    const { headers, body } = await ask(headersOfRequest)
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    await body?.cancel()
  }
})

test('a range past the end is refused with a 416 and the size', async () => {
  const answer = await ask({ Range: `bytes=${SIZE}-` })
  expect([answer.status, answer.headers.get('Content-Range')]).toEqual([416, `bytes */${SIZE}`])
})

test('a range request whose If-Range names another version is answered with the whole video', async () => {
  const statusFor = async (tag: string) => {
    const answer = await ask({ Range: 'bytes=0-1', 'If-Range': tag })
    await answer.body?.cancel()
    return answer.status
  }
  expect([await statusFor('"tag"'), await statusFor('"other"')]).toEqual([206, 200])
})

test('the worker reads no more chunks from IndexedDB than the player consumes', async () => {
  const answer = await ask()
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  const reader = answer.body?.getReader()
  await reader?.read()
  expect(reads.mock.calls.filter(([key]) => Array.isArray(key))).toEqual([[['v1', 0]]])
  await reader?.cancel()
})

test.each([
  ['somebody else is signed in', () => signIn('meera')],
  ['nobody is signed in', () => createSessionMirrorStore(database).clear()],
  ['the session has expired', () => signIn('asha', '2026-07-04T05:59:59Z')],
  ['the video was removed', () => createSavedVideoStore(database).remove(VIDEO.id)],
])('a request for a saved video is passed to the network when %s', async (_, happen) => {
  await happen()
  expect(await (await ask()).text()).toBe('from the network')
})

test('a video removed during playback fails instead of ending early', async () => {
  const answer = await ask()
  const reader = answer.body?.getReader()
  await reader?.read()
  await createSavedVideoStore(database).remove(VIDEO.id)
  await expect(reader?.read()).rejects.toThrow('removed while it played')
})
