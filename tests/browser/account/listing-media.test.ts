// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { faultyTest as test } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { signIn, withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import {
  type ChosenFile,
  chooseFiles,
  describeFlat,
  next,
} from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { box, makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// An owner adds photos and a video on a phone, closes the page during the upload, and a reviewer sees the media.

const TITLE = 'Sunlit 2 BHK in Baner'
const CHUNK_BYTES = 1_000_000
const VIDEO_BYTES = 12_000_000 // twelve chunks

test('a video upload that a closed page interrupted continues where it stopped, and the reviewer sees all media', async ({
  page: first,
  context,
  network,
  server,
  url,
}) => {
  await openEventsAs(first, url, server.demoUser)
  await first.getByRole('link', { name: 'Your listings' }).click()
  await first.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(first, TITLE)
  await chooseFiles(first, 'Choose photos', await makePhotos())
  await first.getByRole('img', { name: 'Photo 2' }).waitFor()

  // The sixth chunk arrives, but its answer is lost because the page closes.
  network.setFate(({ uploadOffset }) => ({ fault: uploadOffset === '5000000' ? 'hold' : 'none' }))
  await chooseFiles(first, 'Choose a video', [makeLongVideo()])
  await expect.poll(network.heldCount, { timeout: 10_000 }).toBe(1)
  await first.getByText('Uploading 1 file, ').waitFor()
  await first.close()
  // Cuts the uploads: the page of the owner's listings, opened next, would continue the upload at once.
  network.setFate(({ path }) => ({ fault: path.includes('/uploads/') ? 'cut-request' : 'none' }))
  network.release()

  const { page, noise } = await openPage(context, PHONE)
  await page.goto(`${url}/account/listings`)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  const asked = page.getByRole('dialog', { name: 'Sign out with unsent listings?' })
  await asked.getByText('Not sent yet: 1 listing and 1 file.').waitFor()
  await asked.getByRole('button', { name: 'Stay' }).click()
  network.setFate(null)
  await page.getByRole('button', { name: `Continue ${TITLE}` }).click()
  for (let step = 1; step < 5; step += 1) await next(page)
  await page.getByLabel('Video', { exact: true }).waitFor()
  const sent = network.changes.filter(({ method }) => method === 'PATCH')
  expect(sent.slice(2).map(({ uploadOffset }) => Number(uploadOffset))).toEqual(
    Array.from({ length: VIDEO_BYTES / CHUNK_BYTES }, (_, number) => number * CHUNK_BYTES),
  )
  await page.getByRole('button', { name: 'Move Photo 2 earlier' }).click()
  await next(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('In review').first().waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])

  // The reviewer uses another origin, which has a separate session.
  const desk = url.replace('127.0.0.1', 'localhost')
  const { id } = await getListingNamed(server, TITLE)
  const reviewer = await openPage(context, PHONE)
  await signIn(reviewer.page, desk, server.operator)
  await reviewer.page.goto(`${desk}/dashboard?section=property&open=${id}`)
  await seeMedia(reviewer.page)
  await reviewer.page.goto(`${desk}/dashboard?section=property&review=${id}`)
  await seeMedia(reviewer.page)
  expect(withoutNetworkNoise(reviewer.noise)).toEqual([])
})

/** Waits until the photos are decoded and the Play button of the video is shown. */
async function seeMedia(page: Page): Promise<void> {
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('img')
  await photos.nth(1).waitFor()
  await expect
    .poll(() =>
      photos.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
    )
    .toEqual([320, 320])
  await page.getByRole('button', { name: /^Play/ }).waitFor()
}

async function makePhotos(): Promise<ChosenFile[]> {
  const make = async (seed: number) => ({
    name: `IMG_${seed}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ width: 2400, height: 1600, seed }),
  })
  return Promise.all([make(1), make(2)])
}

/** A video file without real frames, padded with zero bytes. */
function makeLongVideo(): ChosenFile {
  const video = makeVideo()
  const rest = box('free', Buffer.alloc(VIDEO_BYTES - video.length - 8))
  return { name: 'VID_1.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([video, rest]) }
}
