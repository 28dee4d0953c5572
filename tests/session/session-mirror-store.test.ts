import { afterEach, expect, test, vi } from 'vitest'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { openCache } from '#tests/storage/open-cache.ts'

afterEach(() => vi.restoreAllMocks())

const SESSION = { userId: 'asha', token: 'asha-token', expiresAt: null }

test('a sign-out removes the token stored for the service worker, even after the database failed to open', async () => {
  const cache = openCache()
  const mirror = createSessionMirrorStore(cache)
  await mirror.set(SESSION)
  cache.close({ disableAutoOpen: false })
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('as iOS says it in the background', 'InvalidStateError')
  })
  await expect(mirror.find()).rejects.toThrow()
  open.mockRestore()
  // Dexie remembers the failed open: without a new connection, it would reject every later call.
  await mirror.clear()
  expect(await mirror.find()).toBeNull()
})

test('after a page has closed the database, its session mirror does not reopen it', async () => {
  const cache = openCache()
  const mirror = createSessionMirrorStore(cache)
  await mirror.set(SESSION)
  cache.close()
  await expect(mirror.clear()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
})
