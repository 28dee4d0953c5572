import { expect } from 'vitest'
import type { EnginePage } from './engine-page.ts'
import { operatorTest as test } from './engine-test.ts'
import { waitForWorker } from './operator-steps.ts'

const SHEET = { role: 'dialog' }
const SEEK_TO_S = 6 // the demo's videos are longer

/** Seeks like the player's progress bar, and resolves once the frame at that time is decoded. */
function seek(page: EnginePage, to: number) {
  return page.run(async (seconds) => {
    const player = document.querySelector('video')
    if (!player) throw new Error('no video is on the page')
    const event = (name: string) =>
      new Promise<void>((resolve, reject) => {
        player.addEventListener(name, () => resolve(), { once: true })
        player.addEventListener('error', () => reject(new Error(player.error?.message)), {
          once: true,
        })
      })
    if (player.readyState === 0) await event('loadedmetadata')
    const sought = event('seeked')
    player.currentTime = seconds
    await sought
    const { src, currentTime, duration, seekable, videoWidth } = player
    return { src, currentTime, duration, seekableEnd: seekable.end(0), videoWidth }
  }, to)
}

test('a saved video plays offline and can be seeked', async ({ network, page, server, url }) => {
  const { id } = await server.db
    .selectFrom('listings')
    .select('id')
    .where('video_url', 'is not', null)
    .executeTakeFirstOrThrow()
  await waitForWorker(page)
  await page.goto(`${url}/dashboard?section=property&open=${id}`)
  await page.click({ role: 'button', name: /^Save video/, within: SHEET })
  await page.waitFor({ text: /^Saved on this device, 2\d\d kB\.$/, within: SHEET })

  await network.cut()
  await page.reload()
  await page.click({ role: 'button', name: /^Play video/, within: SHEET })
  await page.waitFor({ css: 'video', within: SHEET })
  const seen = await seek(page, SEEK_TO_S)
  expect(seen.src).toContain('?saved-copy=')
  expect(seen.currentTime).toBeGreaterThanOrEqual(SEEK_TO_S)
  expect(seen.seekableEnd).toBeCloseTo(seen.duration)
  expect(seen.videoWidth).toBeGreaterThan(0)
})
