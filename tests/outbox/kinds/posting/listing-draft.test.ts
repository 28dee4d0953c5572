import { expect, test } from 'vitest'
import { createListingDraft } from '#src/outbox/kinds/posting/listing-draft.ts'
import { createTypingCopy } from '#src/outbox/kinds/posting/typing-copy.ts'
import type { UnsentListings } from '#src/outbox/kinds/posting/unsent-listings.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { ID, KEY, openDevice, titled } from './waiting-listing.ts'

/** Opens a tab in which the user edits the listing. */
async function openTab(listings: UnsentListings, storage: Storage = createTabStorage()) {
  const row = await listings.find(ID)
  const typing = createTypingCopy(storage, 'asha', ID)
  return createListingDraft({ listings, typing, id: ID, row, start: titled('') })
}

/** The storage of one tab. */
function createTabStorage(): Storage {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  }
  return storage as unknown as Storage // `createTypingCopy` uses only these members
}

const titlesOf = async (listings: UnsentListings) =>
  (await listings.list()).map(({ typed }) => typed.title)

test('each edit of a draft is stored on the device for its author', async () => {
  const { listings, listingsOf } = openDevice()
  const draft = await openTab(listings)
  void draft.edit(titled('F'))
  await draft.edit(titled('Flat'))
  expect(await titlesOf(listingsOf('asha'))).toEqual(['Flat'])
  expect(await titlesOf(listingsOf('ravi'))).toEqual([])
})

test('a reload in the middle of a word loses nothing', async () => {
  const { listings } = openDevice()
  const storage = createTabStorage()
  const draft = await openTab(listings, storage)
  await draft.edit(titled('Fl'))
  // The page closes before the database has stored the edit.
  const never = { ...listings, keep: () => new Promise<never>(() => {}) }
  const last = await openTab(never, storage)
  void last.edit(titled('Flat'))
  const reloaded = await openTab(listings, storage)
  expect(reloaded.find().content.typed.title).toBe('Flat')
  await expect.poll(() => titlesOf(listings)).toEqual(['Flat'])
  const again = await openTab(listings, storage)
  await again.edit({ typed: titled('Villa').typed })
  expect([again.find().other, await titlesOf(listings)]).toEqual([null, ['Villa']])
})

test("a second tab does not replace the first tab's edits without asking", async () => {
  const { listings } = openDevice()
  const [one, two] = await Promise.all([openTab(listings), openTab(listings)])
  await one.edit(titled('From the first'))
  await two.edit(titled('From the second'))
  expect(two.find().other?.typed.title).toBe('From the first')
  expect(await titlesOf(listings)).toEqual(['From the first'])
  await two.keepMine(null)
  expect(await titlesOf(listings)).toEqual(['From the second'])
  await one.edit(titled('From the first again'))
  expect(one.find().other?.typed.title).toBe('From the second')
})

test('a listing is removed from the device once the server has it, unless it was edited since', async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(titled('Flat'))
  const saved = draft.find().content
  void draft.edit({ typed: titled('Villa').typed })
  await draft.settle(saved, 4)
  const [row] = await listings.list()
  expect(row).toMatchObject({ version: 4, typed: { title: 'Villa' } })
  await draft.settle(draft.find().content, 5)
  expect(await listings.list()).toEqual([])
  await draft.edit({ typed: titled('House').typed })
  expect(await listings.list()).toMatchObject([{ version: 5, typed: { title: 'House' } }])
})

test('a listing stays on the device while some of its files are not on the server', async () => {
  expectConsole('warn', /no file system for pages/)
  const { db, listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(titled('Flat'))
  const file = { id: 'file-1', userId: 'asha', listingId: ID, kind: 'photo', name: 'a' } as const
  const unsent = { url: null, isSent: false, isPrepared: true, problem: null }
  await db.queued.add({ ...file, ...unsent, bytes: 1, addedAt: 1 })
  await draft.settle(draft.find().content, 1)
  expect(await titlesOf(listings)).toEqual(['Flat'])
  await listings.discard(ID)
  expect([await db.listings.count(), await db.queued.count()]).toEqual([0, 0])
})

test("an edit made in another tab is kept on the device when the server has saved this tab's content", async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(titled('Flat'))
  const [row] = await listings.list()
  await listings.keep(ID, titled('Villa'), row?.mark ?? null)
  await draft.settle(draft.find().content, 1)
  expect(await titlesOf(listings)).toEqual(['Villa'])
})

test('an edit cancels the pending submission of a listing, and a newly uploaded file does not', async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit({ ...titled('Flat'), submitKey: KEY })
  await draft.settle(draft.find().content, 1)
  expect(await listings.list()).toMatchObject([{ submitKey: KEY, version: 1 }])
  await draft.keep({ media: ['photo-1'] })
  expect(await listings.list()).toMatchObject([{ submitKey: KEY, media: ['photo-1'] }])
  await draft.edit({ typed: titled('Villa').typed })
  expect(await listings.list()).toMatchObject([{ submitKey: null }])
})

test('if the device has no room, an edit lasts until the page closes, and is marked as not kept', async () => {
  expectConsole('warn', /cannot be kept on this device/)
  const { db, listings } = openDevice()
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  db.listings.hook('creating', refuse)
  const draft = await openTab(listings)
  await draft.edit(titled('Flat'))
  expect(draft.find().isKept).toBe(false)
  expect(await titlesOf(listings)).toEqual(['Flat'])
  db.listings.hook('creating').unsubscribe(refuse)
  await draft.edit({ typed: titled('Villa').typed })
  expect(draft.find().isKept).toBe(true)
  expect(await titlesOf(listings)).toEqual(['Villa'])
})
