// @module-tag long
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMPTY_CACHE } from '#tests/browser/pages/device-secrets.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { installWorker, readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import { signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'
import {
  DESKTOP,
  openPage,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// A saved video plays and seeks without a network, and is deleted at sign-out.

const MEDIA = join(import.meta.dirname, '../../../server/demo/media')

let browser: SharedBrowser
let market: Market
let context: BrowserContext
let page: Page
let url: string
let listing: { id: string; video_url: string }

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  market = await openMarket()
  context = await browser.open()
  url = market.network.url
  ;({ page } = await openPage(context, DESKTOP))
  const { id, video_url } = await market.server.db
    .selectFrom('listings')
    .select(['id', 'video_url'])
    .where('video_url', 'is not', null)
    .executeTakeFirstOrThrow()
  listing = { id, video_url: String(video_url) }
  await signIn(page, url, market.server.operator)
  await installWorker(page)
})

afterEach(async () => {
  await context.close()
  await market.close()
})

const printOf = (bytes: Buffer) => [...createHash('sha256').update(bytes).digest()]
const openListing = () => page.goto(`${url}/dashboard?section=property&open=${listing.id}`)
const sheet = () => page.getByRole('dialog')

async function saveVideo(): Promise<void> {
  await openListing()
  await sheet()
    .getByRole('button', { name: /^Save video, 2\d\d kB$/ })
    .click()
  await sheet()
    .getByText(/^Saved on this device, 2\d\d kB\.$/)
    .waitFor()
}

/** Seeks like the player's progress bar, and waits until the player shows that frame. */
function seek(video: Locator, to: number) {
  return video.evaluate(async (player: HTMLVideoElement, seconds) => {
    await new Promise((resolve, reject) => {
      player.addEventListener('seeked', resolve, { once: true })
      player.addEventListener('error', () => reject(player.error), { once: true })
      if (player.readyState > 0) player.currentTime = seconds
      else
        player.addEventListener('loadedmetadata', () => {
          player.currentTime = seconds
        })
    })
    const { duration, currentTime, seekable } = player
    return { at: currentTime, duration, seekable: seekable.end(0) }
  }, to)
}

/** Fetches a byte range of the player's source. */
function askFor(src: string, range: string | null) {
  return page.evaluate(
    async ({ src, range }) => {
      const answer = await fetch(src, range === null ? {} : { headers: { Range: range } })
      const print = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
      return {
        status: answer.status,
        contentRange: answer.headers.get('Content-Range'),
        length: answer.headers.get('Content-Length'),
        print: [...new Uint8Array(print)],
      }
    },
    { src, range },
  )
}

test('a saved video plays and seeks by ranges without a network, and is gone after the sign-out', async () => {
  await saveVideo()
  await market.network.cut()
  await page.reload()
  await sheet()
    .getByText(/^Saved on this device/)
    .waitFor()
  await sheet()
    .getByRole('button', { name: /^Play video/ })
    .click()
  const video = sheet().locator('video')
  const src = await video.evaluate((player: HTMLVideoElement) => player.src)
  expect(src).toMatch(/\?saved-copy=/)
  const seen = await seek(video, 6)
  expect(seen.at).toBeGreaterThanOrEqual(6)
  expect(seen.seekable).toBeCloseTo(seen.duration)
  expect(seen.duration).toBeGreaterThan(7)

  const file = await readFile(join(MEDIA, listing.video_url.replace('/media/', '')))
  const size = file.length
  const part = (first: number, last: number) => ({
    status: 206,
    contentRange: `bytes ${first}-${last}/${size}`,
    length: String(last - first + 1),
    print: printOf(file.subarray(first, last + 1)),
  })
  expect(await askFor(src, 'bytes=0-1')).toEqual(part(0, 1))
  expect(await askFor(src, 'bytes=1000-1999')).toEqual(part(1000, 1999))
  expect(await askFor(src, `bytes=${size - 9}-`)).toEqual(part(size - 9, size - 1))
  expect(await askFor(src, 'bytes=-5')).toEqual(part(size - 5, size - 1))
  expect(await askFor(src, `bytes=${size}-`)).toMatchObject({
    status: 416,
    contentRange: `bytes */${size}`,
  })
  expect(await askFor(src, null)).toMatchObject({
    status: 200,
    length: String(size),
    print: printOf(file),
  })

  // A sign-out in another tab deletes the videos, so the playing tab can no longer read its video.
  const { page: other } = await openPage(context, DESKTOP)
  await other.goto(`${url}/dashboard?section=outbox`)
  await signOutOfPanel(other, url, 'Sign out')
  const { databases, cachedFiles } = await readDeviceStorage(other)
  expect(databases['cache']).toEqual(EMPTY_CACHE)
  expect(cachedFiles.filter(({ path }) => path.includes('/media/'))).toEqual([])
  await expect(askFor(src, 'bytes=0-1')).rejects.toThrow('Failed to fetch')
})
