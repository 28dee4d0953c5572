import { expect, test } from 'vitest'
import { createListingDraft } from '#src/outbox/kinds/posting/listing-draft.ts'
import { createTypingCopy } from '#src/outbox/kinds/posting/typing-copy.ts'
import type { UnsentListings } from '#src/outbox/kinds/posting/unsent-listings.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { ID, KEY, openDevice, titled } from './waiting-listing.ts'

/** The outbox has sent the listing as it is on the device. */
async function send(listings: UnsentListings, version: number): Promise<void> {
  const row = await listings.find(ID)
  if (!row) throw new Error('Nothing is on the device.')
  await listings.noteVersion(row, version)
  await listings.forget(row, version)
}

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
  void draft.edit(() => titled('F'))
  await draft.edit(() => titled('Flat'))
  expect(await titlesOf(listingsOf('asha'))).toEqual(['Flat'])
  expect(await titlesOf(listingsOf('ravi'))).toEqual([])
})

test('a reload in the middle of a word loses nothing', async () => {
  const { listings } = openDevice()
  const storage = createTabStorage()
  const draft = await openTab(listings, storage)
  await draft.edit(() => titled('Fl'))
  // The page closes before the database has stored the edit.
  const never = { ...listings, edit: () => new Promise<never>(() => {}) }
  const last = await openTab(never, storage)
  void last.edit(() => titled('Flat'))
  const reloaded = await openTab(listings, storage)
  expect(reloaded.find().content.typed.title).toBe('Flat')
  await expect.poll(() => titlesOf(listings)).toEqual(['Flat'])
  const again = await openTab(listings, storage)
  await again.edit(() => ({ typed: titled('Villa').typed }))
  expect([again.find().other, await titlesOf(listings)]).toEqual([null, ['Villa']])
})

test("a second tab does not replace the first tab's edits without asking", async () => {
  const { listings } = openDevice()
  const [one, two] = await Promise.all([openTab(listings), openTab(listings)])
  await one.edit(() => titled('From the first'))
  await two.edit(() => titled('From the second'))
  expect(two.find().other?.typed.title).toBe('From the first')
  expect(await titlesOf(listings)).toEqual(['From the first'])
  await two.keepMine(null)
  expect(await titlesOf(listings)).toEqual(['From the second'])
  await one.edit(() => titled('From the first again'))
  expect(one.find().other?.typed.title).toBe('From the second')
})

test('a listing is removed from the device once the server has it, unless it was edited since', async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(() => titled('Flat'))
  const sent = await listings.find(ID)
  await draft.edit(() => ({ typed: titled('Villa').typed }))
  if (sent) await listings.noteVersion(sent, 4)
  if (sent) await listings.forget(sent, 4)
  const [row] = await listings.list()
  expect(row).toMatchObject({ version: 4, typed: { title: 'Villa' } })
  await send(listings, 5)
  expect(await listings.list()).toEqual([])
  await draft.edit(() => ({ typed: titled('House').typed }))
  expect(await listings.list()).toMatchObject([{ version: 5, typed: { title: 'House' } }])
})

test('a draft shows what the outbox adds to its listing, and keeps it with the next edit', async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(() => titled('Flat'))
  await listings.addMedia(ID, ['photo-1', 'photo-2'])
  void draft.edit(({ media }) => ({ media: media.toReversed() }))
  await draft.edit(() => ({ typed: titled('Villa').typed }))
  expect(draft.find().content).toMatchObject({
    typed: { title: 'Villa' },
    media: ['photo-2', 'photo-1'],
  })
  const row = await listings.find(ID)
  const problem = { sentence: 'No villas.', fields: { title: 'No villas.' } }
  if (row) await listings.refuse(row, problem)
  draft.follow(await listings.find(ID))
  expect(draft.find().problem).toEqual(problem)
  await draft.edit(() => ({ typed: titled('House').typed }))
  expect(draft.find().problem).toBeNull()
})

test('a discarded listing is gone with its files', async () => {
  expectConsole('warn', /no file system for pages/)
  const { db, listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(() => titled('Flat'))
  const file = { id: 'file-1', userId: 'asha', listingId: ID, kind: 'photo', name: 'a' } as const
  const unsent = { url: null, isSent: false, isPrepared: true, problem: null }
  await db.queued.add({ ...file, ...unsent, bytes: 1, addedAt: 1 })
  await listings.discard(ID)
  expect([await db.listings.count(), await db.queued.count()]).toEqual([0, 0])
})

test("an edit made in another tab is kept on the device when the server has saved this tab's content", async () => {
  const { listings, write } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(() => titled('Flat'))
  const row = await listings.find(ID)
  await write(titled('Villa'))
  if (row) await listings.forget(row, 1)
  expect(await titlesOf(listings)).toEqual(['Villa'])
})

test('an edit cancels the pending submission of a listing, and a newly uploaded file does not', async () => {
  const { listings } = openDevice()
  const draft = await openTab(listings)
  await draft.edit(() => ({ ...titled('Flat'), submitKey: KEY }))
  await listings.addMedia(ID, ['photo-1'])
  expect(await listings.list()).toMatchObject([{ submitKey: KEY, media: ['photo-1'] }])
  await draft.edit(() => ({ typed: titled('Villa').typed }))
  expect(await listings.list()).toMatchObject([{ submitKey: null, media: ['photo-1'] }])
})

test('if the device has no room, an edit lasts until the page closes, and is marked as not kept', async () => {
  expectConsole('warn', /cannot be kept on this device/)
  const { db, listings } = openDevice()
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  db.listings.hook('creating', refuse)
  const draft = await openTab(listings)
  await draft.edit(() => titled('Flat'))
  expect(draft.find().isKept).toBe(false)
  expect(await titlesOf(listings)).toEqual(['Flat'])
  db.listings.hook('creating').unsubscribe(refuse)
  await draft.edit(() => ({ typed: titled('Villa').typed }))
  expect(draft.find().isKept).toBe(true)
  expect(await titlesOf(listings)).toEqual(['Villa'])
})
