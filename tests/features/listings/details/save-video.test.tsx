import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListingSheet } from '#src/features/listings/details/listing-sheet.tsx'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { stubWorker } from '#tests/support/browser/worker-stub.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { renderApp, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Saved videos in a listing's details, in review mode and in the sheet "This device", with the real video store.

setupAnswers()

const SIZE = 420_000
let isOnline: boolean
let videoCalls: string[]

beforeEach(() => {
  isOnline = true
  videoCalls = []
  stubWorker()
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.includes('/media/')) return real(input, init)
    videoCalls.push(init?.method ?? 'GET')
    if (!isOnline) throw new TypeError('Failed to fetch')
    const headers = { 'Content-Type': 'video/mp4', 'Content-Length': String(SIZE), ETag: '"1"' }
    return new Response(init?.method === 'HEAD' ? null : new Uint8Array(SIZE), { headers })
  })
})
afterEach(() => vi.unstubAllGlobals())

const LISTING = wireListing({ video: '/media/hall.mp4' })

async function openListing(listing = LISTING) {
  renderWithSync(<ListingSheet id={LISTING._id} onClose={() => undefined} />, {
    responses: { ...panelAnswers([listing]), 'GET /admin/properties/:id/history': ok([]) },
  })
  return screen.findByRole('dialog', { name: LISTING.propertyName })
}

async function countSaved(): Promise<number> {
  const cache = createCacheDatabase()
  const count = await cache.videos.filter(({ state }) => state === 'saved').count()
  cache.close()
  return count
}

/** Puts a saved video into the store, without its bytes. */
async function storeVideo(id: string, bytes: number): Promise<void> {
  const cache = createCacheDatabase()
  const row = { userId: 'operator-1', state: 'saved', contentType: 'video/mp4' } as const
  await cache.videos.put({ ...row, id, url: `/media/${id}.mp4`, bytes, etag: '"1"', savedAt: 1 })
  cache.close()
}

const failToPlay = () => document.querySelector('video')?.dispatchEvent(new Event('error'))
const videoSource = () => document.querySelector('video')?.getAttribute('src')

test('the details save a video, play it from the device and remove it', async () => {
  const sheet = await openListing()
  await user.press('Save video, 420 kB', sheet)
  await user.sees('Saved on this device, 420 kB.', sheet)
  await user.press(/^Play video/, sheet)
  await waitFor(() => expect(videoSource()).toMatch(/^\/media\/hall\.mp4\?saved-copy=/))
  await user.press('Remove', sheet)
  await waitFor(async () =>
    expect(await within(sheet).findByRole('button', { name: 'Save video, 420 kB' })).toHaveFocus(),
  )
})

function openReview(listing = LISTING, all = [listing]) {
  renderApp({
    address: `/dashboard?section=property&review=${listing._id}`,
    responses: panelAnswers(all),
  })
  return screen.findByRole('article')
}

test('a toggle in review mode saves and removes the video, which then plays from the device, and requests nothing until it is pressed', async () => {
  const card = await openReview()
  const toggle = await within(card).findByRole('button', {
    name: 'Save for offline',
    pressed: false,
  })
  expect(videoCalls).toEqual([])
  await userEvent.click(toggle)
  expect(
    await within(card).findByRole('button', { name: 'Saved for offline', pressed: true }),
  ).toBe(toggle)
  await waitFor(() => expect(toggle).toHaveFocus())
  expect(await countSaved()).toBe(1)
  await user.press(/^Play video/, card)
  await waitFor(() => expect(videoSource()).toMatch(/^\/media\/hall\.mp4\?saved-copy=/))
  await userEvent.click(toggle)
  expect(
    await within(card).findByRole('button', { name: 'Save for offline', pressed: false }),
  ).toBe(toggle)
  expect(await countSaved()).toBe(0)
})

test('the next listing of a review has its toggle when it is shown', async () => {
  const next = wireListing({ _id: 'listing-2', propertyName: 'Hall', video: '/media/hall-2.mp4' })
  const first = await openReview(LISTING, [LISTING, next])
  await within(first).findByRole('button', { name: 'Save for offline' })
  fireEvent.keyDown(document.body, { key: 'j' })
  const card = screen.getByRole('article', { name: 'Hall' })
  expect(within(card).getByRole('button', { name: 'Save for offline' })).toBeVisible()
})

test('a toggle in review mode stays off and shows the reason when the video could not be saved', async () => {
  isOnline = false
  const card = await openReview()
  await user.press('Save for offline', card)
  await user.sees(/^Not saved: the server cannot be reached/, card)
  expect(
    within(card).getByRole('button', { name: 'Save for offline', pressed: false }),
  ).toBeVisible()
})

test('review mode has no toggle to save a video on another site', async () => {
  const card = await openReview(wireListing({ video: 'https://films.example/hall.mp4' }))
  // The video plays only after the app has read which videos are saved. A toggle would be visible by then.
  await user.press(/^Play video/, card)
  await waitFor(() => expect(videoSource()).toBeDefined())
  expect(within(card).queryByRole('button', { name: /for offline$/ })).toBeNull()
})

test('without a network, the details show why the video was neither saved nor played', async () => {
  isOnline = false
  const sheet = await openListing()
  await user.sees(/Its size is not known now/, sheet)
  await user.press('Save video', sheet)
  await user.sees(/^Not saved: the server cannot be reached/, sheet)
  await user.press(/^Play video/, sheet)
  await waitFor(() => expect(videoSource()).toBeDefined())
  failToPlay()
  await user.sees(/It is not saved on this device/, sheet)
})

test.each([
  ['with a service worker', () => undefined],
  ['without a service worker', () => vi.unstubAllGlobals()],
])('a video on another site cannot be saved, and opens in a new tab, %s', async (_, set) => {
  set()
  const url = 'https://films.example/hall.mp4?size=2'
  const sheet = await openListing(wireListing({ video: url }))
  await user.sees(/^This video is on films\.example/, sheet)
  const link = within(sheet).getByRole('link', { name: 'Open video' })
  expect(link).toHaveAttribute('href', url)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(within(sheet).queryByRole('button', { name: /^Save video/ })).toBeNull()
  expect(videoCalls).toEqual([])
})

test('a link to a video needs https', async () => {
  const sheet = await openListing(wireListing({ video: 'http://localhost:9/hall.mp4' }))
  await user.sees(/^This video is on localhost:9/, sheet)
  expect(within(sheet).queryByRole('link', { name: 'Open video' })).toBeNull()
})

test('a video on another site that fails to load shows a message with the name of the site', async () => {
  const sheet = await openListing(wireListing({ video: 'https://films.example/hall.mp4' }))
  await user.press(/^Play video/, sheet)
  await waitFor(() => expect(videoSource()).toBe('https://films.example/hall.mp4'))
  failToPlay()
  await user.sees(/is on films\.example and cannot be played here now/, sheet)
})

test('a page without a service worker does not offer to save a video', async () => {
  vi.unstubAllGlobals()
  const sheet = await openListing()
  await user.sees('Listed price', sheet)
  expect(within(sheet).queryByRole('button', { name: /^Save video/ })).toBeNull()
})

test('the sheet "This device" shows the number of saved videos, and removes them after a confirmation', async () => {
  await storeVideo('first', 4_000_000)
  await storeVideo('second', 8_400_000)
  renderApp({ address: '/dashboard?sheet=device', responses: panelAnswers() })
  const sheet = await screen.findByRole('dialog', { name: 'This device' })
  await user.sees('2 · 12 MB of 500 MB', sheet)
  await user.press('Remove all', sheet)
  await user.press('Remove')
  await user.sees('None of 500 MB', sheet)
})
