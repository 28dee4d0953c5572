import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EngineMarket, openEngineMarket } from './engine-market.ts'
import type { EnginePage } from './engine-page.ts'
import { signIn, waitForWorker } from './operator-steps.ts'

const SHEET = { role: 'dialog' }
const SEEK_TO_S = 6 // the demo's videos are longer

let market: EngineMarket
let page: EnginePage

beforeEach(async () => {
  market = await openEngineMarket()
  page = await market.device.openPage()
})

afterEach(() => market.close())

/** Seeks like the player's progress bar, and resolves once the frame at that time is decoded. */
function seek(to: number) {
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

test('a saved video plays offline and can be seeked', async () => {
  const { id } = await market.server.db
    .selectFrom('listings')
    .select('id')
    .where('video_url', 'is not', null)
    .executeTakeFirstOrThrow()
  await signIn(page, market.url, market.server.operator)
  await waitForWorker(page)
  await page.goto(`${market.url}/dashboard?section=property&open=${id}`)
  await page.click({ role: 'button', name: /^Save video/, within: SHEET })
  await page.waitFor({ text: /^Saved on this device, 2\d\d kB\.$/, within: SHEET })

  await market.network.cut()
  await page.reload()
  await page.click({ role: 'button', name: /^Play video/, within: SHEET })
  await page.waitFor({ css: 'video', within: SHEET })
  const seen = await seek(SEEK_TO_S)
  expect(seen.src).toContain('?saved-copy=')
  expect(seen.currentTime).toBeGreaterThanOrEqual(SEEK_TO_S)
  expect(seen.seekableEnd).toBeCloseTo(seen.duration)
  expect(seen.videoWidth).toBeGreaterThan(0)
})
