// @module-tag long
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { EMPTY_CACHE } from '#tests/browser/pages/device-secrets.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import { signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// A saved video plays and seeks without a network, and is deleted at sign-out.

const MEDIA = join(import.meta.dirname, '../../../server/demo/media')

const test = marketTest
  .extend('size', () => DESKTOP)
  /** A listing with a video, whose sheet is open on the page. */
  .extend('listing', async ({ page, server, url }) => {
    const { id, video_url } = await server.db
      .selectFrom('listings')
      .select(['id', 'video_url'])
      .where('video_url', 'is not', null)
      .executeTakeFirstOrThrow()
    await signIn(page, url, server.operator)
    await installWorker(page)
    await page.goto(`${url}/dashboard?section=property&open=${id}`)
    return { file: join(MEDIA, String(video_url).replace('/media/', '')) }
  })
  .extend('sheet', ({ page }) => page.getByRole('dialog'))

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

test('a saved video plays and seeks by ranges without a network, and is gone after the sign-out', async ({
  context,
  network,
  page,
  url,
  listing,
  sheet,
}) => {
  await sheet.getByRole('button', { name: /^Save video, 2\d\d kB$/ }).click()
  await sheet.getByText(/^Saved on this device, 2\d\d kB\.$/).waitFor()
  await network.cut()
  await page.reload()
  await sheet.getByText(/^Saved on this device/).waitFor()
  await sheet.getByRole('button', { name: /^Play video/ }).click()
  const video = sheet.locator('video')
  const src = await video.evaluate((player: HTMLVideoElement) => player.src)
  expect(src).toMatch(/\?saved-copy=/)
  const seen = await seek(video, 6)
  expect(seen.at).toBeGreaterThanOrEqual(6)
  expect(seen.seekable).toBeCloseTo(seen.duration)
  expect(seen.duration).toBeGreaterThan(7)

  const askFor = (range: string) =>
    page.evaluate(
      async ([source, Range]) => {
        const answer = await fetch(source, { headers: { Range } })
        const bytes = [...new Uint8Array(await answer.arrayBuffer())]
        return { status: answer.status, range: answer.headers.get('Content-Range'), bytes }
      },
      [src, range] as const,
    )
  const file = await readFile(listing.file)
  expect(await askFor('bytes=1000-1999')).toEqual({
    status: 206,
    range: `bytes 1000-1999/${file.length}`,
    bytes: [...file.subarray(1000, 2000)],
  })

  // A sign-out in another tab deletes the videos, so the playing tab can no longer read its video.
  const { page: other } = await openPage(context, DESKTOP)
  await other.goto(`${url}/dashboard?section=outbox`)
  await signOutOfPanel(other, url, 'Sign out')
  const { databases, cachedFiles } = await readDeviceStorage(other)
  expect(databases['cache']).toEqual(EMPTY_CACHE)
  expect(cachedFiles.filter(({ path }) => path.includes('/media/'))).toEqual([])
  await expect(askFor('bytes=0-1')).rejects.toThrow('Failed to fetch')
})
