import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSavedVideoStore } from '#src/saved-videos/saved-video-store.ts'
import { drainInBackground } from '#src/service-worker/worker-drain.ts'
import {
  createSessionMirrorStore,
  type SessionMirrorStore,
} from '#src/session/session-mirror-store.ts'
import { type CacheDatabase, createCacheDatabase } from '#src/storage/cache-database.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'
import { answer, type Responses, setupAnswers } from '#tests/support/render-with-sync.tsx'

// The service worker sends the outbox while no page is open (a background drain). The tests do this outside a worker,
// with a real outbox, scripted answers, and a session in the mirror (the copy that pages store in IndexedDB for it).

setupAnswers()

const NOW = Date.parse('2026-07-04T06:00:00Z')
const SESSION = { userId: 'asha', token: 'asha-token', expiresAt: '2026-07-05T06:00:00Z' }

const outbox = setupOutbox()
let cache: CacheDatabase
let mirror: SessionMirrorStore
/** The tokens that changes were sent with. */
let sentWith: (string | null)[]

beforeEach(async () => {
  cache = createCacheDatabase()
  mirror = createSessionMirrorStore(cache)
  sentWith = []
  await mirror.set(SESSION)
  await outbox.store.queueChange(sampleChange())
})
afterEach(() => cache.close())

function answering(status: number, body: object, healthz: Responses[string] = { status: 'ok' }) {
  answer({
    'GET /healthz': healthz,
    'GET /events/user': () => HttpResponse.error(),
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      sentWith.push(headers.get('Authorization'))
      return HttpResponse.json(body, { status })
    },
  })
}

const drain = (nowMs = NOW) => drainInBackground({ locks: createVirtualLocks(), now: () => nowMs })
const states = async () => (await outbox.store.listChanges('asha')).map(({ state }) => state)

describe('a background drain run', () => {
  test('sends the queue with the token of the mirrored session', async () => {
    answering(200, { success: true })
    await drain()
    expect(sentWith).toEqual(['Bearer asha-token'])
    expect(await states()).toEqual(['acked'])
  })

  test('rejects while changes are waiting, so that the browser triggers it again', async () => {
    answering(200, { success: true }, () => HttpResponse.error())
    await expect(drain()).rejects.toThrow('still waiting')
    expect(sentWith).toEqual([])
    expect(await outbox.store.listChanges('asha')).toMatchObject([{ state: 'waiting', tries: 0 }])
  })

  test('leaves the queue to a page that holds the lock', async () => {
    answering(200, { success: true })
    await outbox.store.startRun('sole', NOW)
    const locks = createVirtualLocks()
    await locks.request('outbox-drain', {}, async () => {
      await expect(drainInBackground({ locks, now: () => NOW })).rejects.toThrow('still waiting')
    })
    expect(sentWith).toEqual([])
  })

  test('steals the lock from a page that makes no progress between two checks', async () => {
    answering(200, { success: true })
    const locks = createVirtualLocks()
    const gate = createGate<void>()
    const frozen = locks.request('outbox-drain', {}, gate.pass)
    // The drain run steals the lock, which rejects the lock request of the previous holder.
    const taken = expect(frozen).rejects.toThrow(DOMException)
    const start = Date.now()
    await drainInBackground({ locks, now: () => NOW + Date.now() - start })
    expect(await states()).toEqual(['acked'])
    gate.open()
    await taken
  })

  test('resolves if only changes that need the user are left, so that the browser does not trigger it again', async () => {
    answering(422, { success: false, error: 'No.', code: 'key-reused' })
    await drain()
    expect(await states()).toEqual(['parked'])
  })
})

test.each<[string, () => Promise<unknown>, number]>([
  ['after the session has expired', async () => undefined, Date.parse(SESSION.expiresAt)],
  ['without a session', () => mirror.clear(), NOW],
  ['while the user has chosen to work offline', () => outbox.store.setWorkingOffline(true), NOW],
])('nothing is sent %s', async (_when, happen, nowMs) => {
  answering(200, { success: true })
  await happen()
  await drain(nowMs)
  expect(sentWith).toEqual([])
  expect(await states()).toEqual(['waiting'])
})

describe('a 401', () => {
  test('removes the session and its saved videos, and keeps the change queued', async () => {
    answering(401, { success: false, error: 'Who?' })
    const videos = createSavedVideoStore(cache)
    await videos.begin({ id: 'v', userId: 'asha', url: '/media/hall.mp4', etag: null, beganAt: 0 })
    await videos.addChunk('v', 0, new ArrayBuffer(4))
    await drain().catch(() => undefined) // rejects, because a change is still waiting
    expect(await mirror.find()).toBeNull()
    expect([await cache.videos.count(), await cache.videoPieces.count()]).toEqual([0, 0])
    expect(await states()).toEqual(['waiting'])
  })

  test('of an older session does not remove a newer session that a page has started', async () => {
    const newer = { ...SESSION, token: 'newer-token' }
    answer({
      'GET /healthz': { status: 'ok' },
      'PATCH /admin/properties/:id/status': async () => {
        await mirror.set(newer)
        return HttpResponse.json({ success: false, error: 'Who?' }, { status: 401 })
      },
    })
    await drain().catch(() => undefined) // rejects, because a change is still waiting
    expect(await mirror.find()).toMatchObject(newer)
  })
})
