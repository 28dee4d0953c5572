import Dexie from 'dexie'
import { expect, onTestFinished, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { openListingQueue } from '#src/outbox/kinds/posting/files/listing-queue.ts'
import { openUploads } from '#src/outbox/kinds/posting/page-uploads.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { hasUploadsDatabase } from '#src/storage/uploads-database.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'
import { MEERA, OPERATOR } from '#tests/support/render-with-sync.tsx'

const CONTENT = { typed: toTyped(EMPTY_DRAFT), media: [], version: null, submitKey: null }

function openPage() {
  const session = createSessionStore(makeMemoryStorage(), new EventTarget())
  onTestFinished(() => session.dispose())
  session.set(MEERA)
  const workOffline = { get: () => false, subscribe: () => () => undefined }
  const place = { session, workOffline, opened: null }
  const uploads = openUploads(place)
  onTestFinished(async () => {
    await uploads.close()
    await Dexie.delete('uploads')
  })
  return { session, place, uploads }
}

test('a page has one object, with one queue for each listing and person', () => {
  const { session, place, uploads } = openPage()
  expect(openUploads(place)).toBe(uploads)
  const queue = openListingQueue(uploads, 'flat')
  expect(openListingQueue(uploads, 'flat')).toBe(queue)
  expect(openListingQueue(uploads, 'villa')).not.toBe(queue)
  session.set(OPERATOR)
  expect(openListingQueue(uploads, 'flat')).not.toBe(queue)
  session.set(MEERA)
  expect(openListingQueue(uploads, 'flat')).toBe(queue)
  expect(uploads.listingsOf('meera')).toBe(uploads.listingsOf('meera'))
})

test('pages share what the device stores, and nothing else', async () => {
  const [one, other] = [openPage().uploads, openPage().uploads]
  expect(openListingQueue(other, 'flat')).not.toBe(openListingQueue(one, 'flat'))
  await one.listingsOf('meera').edit('flat', () => CONTENT, { content: CONTENT, mark: null })
  expect(await other.listingsOf('meera').list()).toMatchObject([{ id: 'flat' }])
})

test('a page that uses no listing or file creates no database, also when it closes', async () => {
  const { uploads } = openPage()
  uploads.listingsOf('meera')
  openListingQueue(uploads, 'flat')
  await uploads.close()
  expect(await hasUploadsDatabase()).toBe(false)
})

test('a closed page leaves no connection, not even one that was being opened', async () => {
  const { uploads } = openPage()
  await uploads.listingsOf('meera').find('flat')
  const again = openPage().uploads
  const isFound = again.listingsOf('meera').find('flat')
  await Promise.all([uploads.close(), again.close()])
  await Promise.allSettled([isFound])
  const isBlocked = await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('uploads')
    request.onblocked = () => resolve(true)
    request.onsuccess = () => resolve(false)
  })
  expect(isBlocked).toBe(false)
})
