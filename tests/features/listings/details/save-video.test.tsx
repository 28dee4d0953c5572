import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListingSheet } from '#src/features/listings/details/listing-sheet.tsx'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { stubWorker } from '#tests/support/browser/worker-stub.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { renderApp, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
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
    responses: { ...panelAnswers([listing]), 'GET /admin/properties/:id/history': { data: [] } },
  })
  return within(await screen.findByRole('dialog', { name: LISTING.propertyName }))
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

const videoSource = () => document.querySelector('dialog video')?.getAttribute('src')

test('the details save a video, play it from the device and remove it', async () => {
  const sheet = await openListing()
  await userEvent.click(await sheet.findByRole('button', { name: 'Save video, 420 kB' }))
  expect(await sheet.findByText('Saved on this device, 420 kB.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: /^Play video/ }))
  await waitFor(() => expect(videoSource()).toMatch(/^\/media\/hall\.mp4\?saved-copy=/))
  await userEvent.click(sheet.getByRole('button', { name: 'Remove' }))
  await waitFor(async () =>
    expect(await sheet.findByRole('button', { name: 'Save video, 420 kB' })).toHaveFocus(),
  )
})

function openReview(listing = LISTING) {
  renderApp({
    address: `/dashboard?section=property&review=${listing._id}`,
    responses: panelAnswers([listing]),
  })
  return screen.findByRole('article')
}

test('review mode plays the saved copy of a video', async () => {
  await storeVideo('hall', SIZE)
  await openReview()
  await user.press(/^Play video/)
  await waitFor(() =>
    expect(document.querySelector('video')).toHaveAttribute(
      'src',
      '/media/hall.mp4?saved-copy=hall',
    ),
  )
})

test('a toggle in review mode saves and removes the video, and requests nothing until it is pressed', async () => {
  const card = within(await openReview())
  const toggle = await card.findByRole('button', { name: 'Save for offline', pressed: false })
  expect(videoCalls).toEqual([])
  await userEvent.click(toggle)
  expect(await card.findByRole('button', { name: 'Saved for offline', pressed: true })).toBe(toggle)
  await waitFor(() => expect(toggle).toHaveFocus())
  expect(await countSaved()).toBe(1)
  await userEvent.click(toggle)
  expect(await card.findByRole('button', { name: 'Save for offline', pressed: false })).toBe(toggle)
  expect(await countSaved()).toBe(0)
})

test('a toggle in review mode stays off and shows the reason when the video could not be saved', async () => {
  isOnline = false
  const card = within(await openReview())
  await userEvent.click(await card.findByRole('button', { name: 'Save for offline' }))
  expect(await card.findByText(/^Not saved: the server cannot be reached/)).toBeVisible()
  expect(card.getByRole('button', { name: 'Save for offline', pressed: false })).toBeVisible()
})

test('review mode has no toggle to save a video on another site', async () => {
  const card = within(await openReview(wireListing({ video: 'https://films.example/hall.mp4' })))
  // The video plays only after the app has read which videos are saved. A toggle would be visible by then.
  await userEvent.click(card.getByRole('button', { name: /^Play video/ }))
  await waitFor(() => expect(document.querySelector('video')).not.toBeNull())
  expect(card.queryByRole('button', { name: /for offline$/ })).toBeNull()
})

test('without a network, the details show why the video was neither saved nor played', async () => {
  isOnline = false
  const sheet = await openListing()
  expect(await sheet.findByText(/Its size is not known now/)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Save video' }))
  expect(await sheet.findByText(/^Not saved: the server cannot be reached/)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: /^Play video/ }))
  const video = await waitFor(() => {
    const found = document.querySelector('dialog video')
    if (!found) throw new Error('no video yet')
    return found
  })
  video.dispatchEvent(new Event('error'))
  expect(await sheet.findByText(/It is not saved on this device/)).toBeVisible()
})

test.each([
  ['with a service worker', () => undefined],
  ['without a service worker', () => vi.unstubAllGlobals()],
])('a video on another site cannot be saved, and opens in a new tab, %s', async (_, set) => {
  set()
  const url = 'https://films.example/hall.mp4?size=2'
  const sheet = await openListing(wireListing({ video: url }))
  expect(await sheet.findByText(/^This video is on films\.example/)).toBeVisible()
  const link = sheet.getByRole('link', { name: 'Open video' })
  expect(link).toHaveAttribute('href', url)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(sheet.queryByRole('button', { name: /^Save video/ })).toBeNull()
  expect(videoCalls).toEqual([])
})

test('a link to a video needs https', async () => {
  const sheet = await openListing(wireListing({ video: 'http://localhost:9/hall.mp4' }))
  expect(await sheet.findByText(/^This video is on localhost:9/)).toBeVisible()
  expect(sheet.queryByRole('link', { name: 'Open video' })).toBeNull()
})

test('a video on another site that fails to load shows a message with the name of the site', async () => {
  const sheet = await openListing(wireListing({ video: 'https://films.example/hall.mp4' }))
  await userEvent.click(sheet.getByRole('button', { name: /^Play video/ }))
  await waitFor(() => expect(videoSource()).toBe('https://films.example/hall.mp4'))
  document.querySelector('dialog video')?.dispatchEvent(new Event('error'))
  expect(await sheet.findByText(/is on films\.example and cannot be played here now/)).toBeVisible()
})

test('a page without a service worker does not offer to save a video', async () => {
  vi.unstubAllGlobals()
  const sheet = await openListing()
  expect(await sheet.findByText('Listed price')).toBeVisible()
  expect(sheet.queryByRole('button', { name: /^Save video/ })).toBeNull()
})

test('the sheet "This device" shows the number of saved videos, and removes them after a confirmation', async () => {
  await storeVideo('first', 4_000_000)
  await storeVideo('second', 8_400_000)
  renderApp({ address: '/dashboard?sheet=device', responses: panelAnswers() })
  const sheet = within(await screen.findByRole('dialog', { name: 'This device' }))
  expect(await sheet.findByText('2 · 12 MB of 500 MB')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Remove all' }))
  await user.press('Remove')
  expect(await sheet.findByText('None of 500 MB')).toBeVisible()
})
