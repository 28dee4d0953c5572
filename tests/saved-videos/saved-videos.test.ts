import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findSavedVideoId } from '#src/domain/saved-video.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { CHUNK_BYTES, createSavedVideoReader } from '#src/saved-videos/saved-video-reader.ts'
import { createSavedVideoStore } from '#src/saved-videos/saved-video-store.ts'
import { createSavedVideos, type SavedVideos } from '#src/saved-videos/saved-videos.ts'
import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { openCache } from '#tests/storage/open-cache.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

// Saves videos to a real store. The test decides when the server sends which bytes.

const HALL = '/media/hall.mp4'
const BUSY = { timeout: 20_000 } // opening a database may take over a second on a busy machine
const QUOTA = 5_000 // allows 1,000 bytes for all saved videos

interface Body {
  send(bytes: number): void
  end(): void
  breakOff(): void
}

let database: CacheDatabase
let videos: SavedVideos
let isWorkingOffline: boolean
let userId: string | null
let tellUser: () => void
let estimate: { usage: number; quota: number }
let bodies: Map<string, Body>
/** The `Range` of each request for a body; null without one. */
let ranges: (string | null)[]
let answerHead: (url: string) => Response
let saves: number

beforeEach(() => {
  database = openCache()
  isWorkingOffline = false
  userId = 'asha'
  tellUser = () => undefined
  estimate = { usage: 0, quota: QUOTA }
  bodies = new Map()
  ranges = []
  answerRange = () => null
  answerHead = () => videoAnswer(null, 400)
  saves = 0
  nextLength = 400
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    init.method === 'HEAD' ? answerHead(url) : openBody(url, init),
  )
  videos = openVideos()
})

afterEach(async () => {
  await videos.dispose()
  vi.unstubAllGlobals()
})

function openVideos(): SavedVideos {
  return createSavedVideos({
    store: createSavedVideoStore(database),
    user: {
      findUserId: () => userId,
      subscribe(listener) {
        tellUser = listener
        return () => undefined
      },
    },
    locks: createQueue(),
    storage: { estimate: async () => estimate },
    isWorkingOffline: () => isWorkingOffline,
    now: () => ++saves,
    makeId: () => `save-${saves}-${bodies.size}`,
  })
}

/** A lock with a queue, as in the Web Locks API. */
function createQueue(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  async function request(
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    if (options.ifAvailable && held > 0) return work(null)
    held += 1
    const turn = last.then(() => {
      options.signal?.throwIfAborted()
      return work({ name, mode: 'exclusive' })
    })
    last = turn.catch(() => undefined).finally(() => (held -= 1))
    return turn
  }
  return { request: request as LockManager['request'] } // implements the two overloads that the app uses
}

function videoAnswer(body: ReadableStream | null, length: number | null, etag = '"1"'): Response {
  const headers = new Headers({ 'Content-Type': 'video/mp4', ETag: etag })
  if (length !== null) headers.set('Content-Length', String(length))
  return new Response(body, { headers })
}

/** The next `Content-Length` header; null for none. */
let nextLength: number | null
/** What the server answers to a request for a part; null for the whole video. */
let answerRange: (body: ReadableStream, range: string, ifRange: string | null) => Response | null

function openBody(url: string, { signal, headers }: RequestInit): Response {
  signal?.throwIfAborted()
  const asked = new Headers(headers)
  const range = asked.get('Range')
  ranges.push(range)
  const stream = new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason))
      bodies.set(url, {
        send: (bytes) => controller.enqueue(new Uint8Array(bytes).fill(7)),
        end: () => controller.close(),
        breakOff: () => controller.error(new TypeError('network error')),
      })
    },
  })
  const part = range === null ? null : answerRange(stream, range, asked.get('If-Range'))
  return part ?? videoAnswer(stream, nextLength)
}

async function bodyOf(url: string): Promise<Body> {
  await vi.waitFor(() => expect(bodies.has(url)).toBe(true), BUSY)
  const body = bodies.get(url)
  if (!body) throw new Error('nothing was asked for')
  bodies.delete(url)
  return body
}

function sendWhole(body: Body, bytes = 400): void {
  body.send(bytes)
  body.end()
}

/** Begins to save a video. Resolves when its bytes are requested. */
async function beginSaving(url = HALL, length: number | null = 400) {
  nextLength = length
  const saving = videos.save(url)
  return { saving, body: await bodyOf(url) }
}

async function saveWhole(url: string, length = 400): Promise<void> {
  const { saving, body } = await beginSaving(url, length)
  sendWhole(body, length)
  await saving
}

const stepOf = (url: string) => videos.get().steps.get(url) ?? null
const savedUrls = async () =>
  (await createSavedVideoStore(database).list('asha')).map(({ url }) => url)
const leftovers = async () => [await database.videos.count(), await database.videoPieces.count()]

describe('a save', () => {
  test('reports its progress, and saves nothing before the last byte', async () => {
    const { saving, body } = await beginSaving()
    body.send(300)
    expect(stepOf(HALL)).toMatchObject({ step: 'saving' })
    expect(await savedUrls()).toEqual([])
    sendWhole(body, 100)
    await saving
    expect(stepOf(HALL)).toEqual({ step: 'done', outgoing: 0 })
    await vi.waitFor(
      () => expect(videos.get().videos).toMatchObject([{ url: HALL, bytes: 400, etag: '"1"' }]),
      BUSY,
    )
  })

  test('of a video of several chunks keeps every byte', async () => {
    estimate = { usage: 0, quota: 100 * CHUNK_BYTES }
    await saveWhole(HALL, 2 * CHUNK_BYTES + 5)
    const chunks = await database.videoPieces.toArray()
    expect(chunks.map(({ bytes }) => bytes.byteLength)).toEqual([CHUNK_BYTES, CHUNK_BYTES, 5])
  })

  test('of a video without `Content-Length` reads the body until its end', async () => {
    const { saving, body } = await beginSaving(HALL, null)
    sendWhole(body, 123)
    await saving
    expect(await savedUrls()).toEqual([HALL])
  })

  test('that is cancelled leaves no bytes in the store', async () => {
    const { saving, body } = await beginSaving()
    body.send(100)
    videos.cancel(HALL)
    await saving
    expect(stepOf(HALL)).toBeNull()
    expect(await leftovers()).toEqual([0, 0])
  })

  test('waits for another save, and can be cancelled while waiting', async () => {
    const first = await beginSaving('/media/first.mp4')
    const second = videos.save(HALL)
    expect(stepOf(HALL)).toEqual({ step: 'waiting' })
    videos.cancel(HALL)
    sendWhole(first.body)
    await Promise.all([first.saving, second])
    expect(await savedUrls()).toEqual(['/media/first.mp4'])
    expect(bodies.has(HALL)).toBe(false)
  })

  test('beyond the limit for all saved videos evicts the least recently used ones, and reports how many', async () => {
    await saveWhole('/media/1.mp4')
    await saveWhole('/media/2.mp4')
    await saveWhole('/media/3.mp4', 900)
    expect(stepOf('/media/3.mp4')).toEqual({ step: 'done', outgoing: 2 })
    expect(await savedUrls()).toEqual(['/media/3.mp4'])
  })

  test.each<[string, number | null]>([
    ['announces its size', 300],
    ['does not', null],
  ])(
    'that may evict nothing fails instead, if the server %s, and leaves the others',
    async (_, length) => {
      await saveWhole('/media/1.mp4')
      await saveWhole('/media/2.mp4')
      nextLength = length
      const saving = videos.save(HALL, null, false)
      const body = await bodyOf(HALL)
      if (length === null) sendWhole(body, 300)
      await saving
      expect(stepOf(HALL)).toEqual({ step: 'failed', reason: 'no-room' })
      expect(await savedUrls()).toEqual(['/media/1.mp4', '/media/2.mp4'])
    },
  )
})

describe('a poster', () => {
  const POSTER = '/media/hall.jpg'

  async function saveWithPoster(answer: (body: Body) => void): Promise<void> {
    const saving = videos.save(HALL, POSTER)
    const video = await bodyOf(HALL)
    nextLength = 50
    sendWhole(video)
    answer(await bodyOf(POSTER))
    await saving
  }

  test('is saved with its video, shown from the saved copy, and removed with the video', async () => {
    await saveWithPoster((body) => sendWhole(body, 50))
    expect(await savedUrls()).toEqual([HALL])
    const { src, isSaved } = await videos.findSource(POSTER)
    expect(isSaved).toBe(true)
    const id = findSavedVideoId(new URL(src, 'https://app.example'))
    expect(await createSavedVideoReader(database).find('asha', id ?? '')).toMatchObject({
      url: POSTER,
      bytes: 50,
    })
    await videos.removeAll()
    expect(await leftovers()).toEqual([0, 0])
  })

  test('counts towards the limit of saved videos', async () => {
    await saveWithPoster((body) => sendWhole(body, 50))
    await saveWhole('/media/second.mp4', 560)
    expect(await savedUrls()).toEqual(['/media/second.mp4'])
    expect(await leftovers()).toEqual([1, 1])
  })

  test('that fails to load does not stop its video from being saved', async () => {
    await saveWithPoster((body) => body.breakOff())
    expect(stepOf(HALL)).toEqual({ step: 'done', outgoing: 0 })
    expect(await savedUrls()).toEqual([HALL])
    expect(await leftovers()).toEqual([1, 1])
    expect(await videos.findSource(POSTER)).toEqual({ src: POSTER, isSaved: false })
  })

  test('of a cancelled save is removed with the video', async () => {
    await saveWithPoster(() => videos.cancel(HALL))
    expect(stepOf(HALL)).toBeNull()
    expect(await leftovers()).toEqual([0, 0])
  })
})

describe('a save fails and leaves nothing', () => {
  function breakOffAfter100(body: Body): void {
    body.send(100)
    body.breakOff()
  }

  test.each<[string, string, number | null, (body: Body) => void]>([
    ['the body is shorter than its `Content-Length`', 'cut', 400, (body) => sendWhole(body, 399)],
    ['the connection breaks', 'cut', 400, breakOffAfter100],
    ['the body is empty', 'cut', null, (body) => body.end()],
    ['`Content-Length` exceeds the limit of all videos', 'too-large', 1_001, () => undefined],
    ['a body without it exceeds the limit', 'too-large', null, (body) => body.send(1_001)],
    ['the device has too little space', 'no-room', 600, () => undefined],
  ])('when %s', async (_when, reason, length, run) => {
    await saveWhole('/media/kept.mp4')
    if (reason === 'no-room') estimate = { usage: 4_500, quota: QUOTA }
    const { saving, body } = await beginSaving(HALL, length)
    run(body)
    await saving
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason })
    expect(await savedUrls()).toEqual(['/media/kept.mp4'])
    expect(await leftovers()).toEqual([1, 1])
  })

  test('when the storage fills up while saving', async () => {
    await saveWhole('/media/kept.mp4')
    const add = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { saving, body } = await beginSaving()
    sendWhole(body)
    await saving
    add.mockRestore()
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason: 'no-room' })
    expect(await leftovers()).toEqual([1, 1])
  })

  test("when another tab clears the session's cache", async () => {
    const { saving, body } = await beginSaving()
    await vi.waitFor(async () => expect((await leftovers())[0]).toBe(1), BUSY)
    await createCacheEntryStore(database).clear()
    sendWhole(body)
    await saving
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason: 'ended' })
    expect(await leftovers()).toEqual([0, 0])
  })

  test('when the session ends', async () => {
    const { saving } = await beginSaving()
    userId = null
    tellUser()
    await saving
    expect(videos.get()).toMatchObject({ videos: null })
    expect(await leftovers()).toEqual([0, 0])
  })

  test.each([
    ['the server cannot be reached', 'no-answer', () => Promise.reject(new TypeError('offline'))],
    ['the video does not exist', 'refused', async () => new Response('', { status: 404 })],
    [
      'a captive portal answers instead of the server',
      'no-answer',
      async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])('when %s', async (_, reason, answer) => {
    vi.stubGlobal('fetch', answer)
    await videos.save(HALL)
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason })
    expect(await leftovers()).toEqual([0, 0])
  })

  test('while working offline, and sends no request', async () => {
    isWorkingOffline = true
    await videos.save(HALL)
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason: 'working-offline' })
    await videos.fetchFacts(HALL)
    expect(videos.get().facts.get(HALL)).toEqual({ bytes: null, etag: null })
    expect(bodies.size).toBe(0)
  })
})

describe('playing a video', () => {
  beforeEach(() => saveWhole(HALL))

  test('uses the original URL of a video that is not saved', async () => {
    const found = await videos.findSource('/media/other.mp4')
    expect(found).toEqual({ src: '/media/other.mp4', isSaved: false })
  })

  test('uses the saved copy while the server has the same version', async () => {
    expect(await videos.findSource(HALL)).toMatchObject({ isSaved: true })
  })

  test('marks its saved copy as used, so that other videos are evicted first', async () => {
    await saveWhole('/media/second.mp4')
    await videos.findSource(HALL)
    await saveWhole('/media/third.mp4')
    expect(await savedUrls()).toEqual([HALL, '/media/third.mp4'])
  })

  test('uses the saved copy even if the copy cannot be marked as used', async () => {
    expectConsole('warn', /does not count as used/)
    vi.spyOn(database.videos, 'update').mockRejectedValueOnce(new Error('full'))
    expect(await videos.findSource(HALL)).toMatchObject({ isSaved: true })
  })

  test("uses the server's version if it differs, and the saved copy if the server does not answer", async () => {
    answerHead = () => videoAnswer(null, 400, '"2"')
    expect(await videos.findSource(HALL)).toEqual({ src: HALL, isSaved: false })
    answerHead = () => {
      throw new TypeError('offline')
    }
    expect(await videos.findSource(HALL)).toMatchObject({ isSaved: true })
  })
})

describe('what has arrived of a video', () => {
  const TOTAL = 2.5 * CHUNK_BYTES
  const DAY_MS = 86_400_000

  beforeEach(() => {
    estimate = { usage: 0, quota: 100 * CHUNK_BYTES }
    answerRange = (body, range, ifRange) => {
      const [, first] = /^bytes=(\d+)-$/.exec(range) ?? []
      if (ifRange !== '"1"') return null
      const headers = new Headers({ 'Content-Type': 'video/mp4', ETag: '"1"' })
      headers.set('Content-Range', `bytes ${first}-${TOTAL - 1}/${TOTAL}`)
      return new Response(body, { status: 206, headers })
    }
  })

  async function breakOffAfter(bytes: number): Promise<void> {
    const { saving, body } = await beginSaving(HALL, TOTAL)
    body.send(bytes)
    body.breakOff()
    await saving
    expect(stepOf(HALL)).toEqual({ step: 'failed', reason: 'cut' })
  }

  /** Saves the video again, whose server sends these bytes. */
  async function saveRest(bytes: number): Promise<void> {
    const { saving, body } = await beginSaving(HALL, TOTAL)
    sendWhole(body, bytes)
    await saving
  }

  const storedBytes = async () => {
    const pieces = await database.videoPieces.orderBy('[videoId+index]').toArray()
    return pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  }

  test('stays when the connection breaks, and the next save requests the rest alone', async () => {
    await breakOffAfter(2.2 * CHUNK_BYTES)
    await saveRest(TOTAL - 2 * CHUNK_BYTES)
    expect(ranges).toEqual([null, `bytes=${2 * CHUNK_BYTES}-`])
    expect(stepOf(HALL)).toEqual({ step: 'done', outgoing: 0 })
    expect(await storedBytes()).toBe(TOTAL)
    expect((await createSavedVideoStore(database).list('asha'))[0]).toMatchObject({ bytes: TOTAL })
  })

  test('stays when the page is closed', async () => {
    const part = { id: 'x', userId: 'asha', url: HALL, etag: '"1"', beganAt: saves }
    const store = createSavedVideoStore(database)
    await store.begin(part)
    await store.addChunk('x', 0, new ArrayBuffer(CHUNK_BYTES))
    await videos.dispose()
    videos = openVideos()
    await saveRest(TOTAL - CHUNK_BYTES)
    expect(ranges).toEqual([`bytes=${CHUNK_BYTES}-`])
    expect(await savedUrls()).toEqual([HALL])
    expect(await storedBytes()).toBe(TOTAL)
  })

  test('is counted in the progress', async () => {
    await breakOffAfter(1.5 * CHUNK_BYTES)
    const { saving, body } = await beginSaving(HALL, TOTAL)
    body.send(CHUNK_BYTES)
    await vi.waitFor(
      () => expect(stepOf(HALL)).toEqual({ step: 'saving', bytes: 2 * CHUNK_BYTES, total: TOTAL }),
      BUSY,
    )
    sendWhole(body, 0.5 * CHUNK_BYTES)
    await saving
  })

  test.each([
    ['another version', () => null],
    [
      'another part than the one that was requested',
      () => partAnswer(`bytes 0-${TOTAL - 1}/${TOTAL}`, '"1"'),
    ],
    ['the rest of another version', () => partAnswer(`bytes ${CHUNK_BYTES}-5/6`, '"2"')],
    ['that nothing follows', () => new Response('', { status: 416 })],
  ])('is replaced by the whole video if the server answers with %s', async (_, answer) => {
    await breakOffAfter(1.2 * CHUNK_BYTES)
    answerRange = answer
    await saveRest(TOTAL)
    expect(await savedUrls()).toEqual([HALL])
    expect(await storedBytes()).toBe(TOTAL)
    expect(await database.videos.count()).toBe(1)
  })

  const partAnswer = (range: string, etag: string) =>
    new Response('', {
      status: 206,
      headers: { 'Content-Type': 'video/mp4', 'Content-Range': range, ETag: etag },
    })

  test.each<[string, () => Promise<void>]>([
    ['is less than a chunk', () => breakOffAfter(0.9 * CHUNK_BYTES)],
    [
      'the person cancels',
      async () => {
        const { saving, body } = await beginSaving(HALL, TOTAL)
        body.send(1.5 * CHUNK_BYTES)
        videos.cancel(HALL)
        await saving
      },
    ],
    [
      'the person removes all saved videos',
      async () => {
        await breakOffAfter(1.5 * CHUNK_BYTES)
        await videos.removeAll()
      },
    ],
  ])('is removed if it %s', async (_, act) => {
    await act()
    expect(await leftovers()).toEqual([0, 0])
  })

  test('makes room for another video, and is removed a day later', async () => {
    await breakOffAfter(1.5 * CHUNK_BYTES)
    estimate = { usage: 99.9 * CHUNK_BYTES, quota: 100 * CHUNK_BYTES }
    nextLength = CHUNK_BYTES
    await videos.save('/media/other.mp4')
    expect(stepOf('/media/other.mp4')).toEqual({ step: 'failed', reason: 'no-room' })
    expect(await leftovers()).toEqual([0, 0])
    estimate = { usage: 0, quota: 100 * CHUNK_BYTES }
    await breakOffAfter(1.5 * CHUNK_BYTES)
    saves += DAY_MS
    await videos.dispose()
    videos = openVideos()
    await vi.waitFor(async () => expect(await leftovers()).toEqual([0, 0]), BUSY)
  })
})

test('the next start removes an incomplete video that cannot be completed', async () => {
  const part = { id: 'x', userId: 'asha', url: HALL, etag: null, beganAt: 0 }
  await createSavedVideoStore(database).begin(part)
  await videos.dispose()
  videos = openVideos()
  await vi.waitFor(async () => expect(await leftovers()).toEqual([0, 0]), BUSY)
})

test('if the storage is unreadable, the list of saved videos is null, not empty', async () => {
  expectConsole('warn', /saved videos cannot be read/)
  vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('lost', 'UnknownError')
  })
  userId = 'meera'
  tellUser()
  await vi.waitFor(() => expect(vi.mocked(console.warn)).toHaveBeenCalled(), BUSY)
  expect(videos.get().videos).toBeNull()
})
