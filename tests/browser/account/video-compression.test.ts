// @module-tag long
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { faultyTest as test } from '#tests/browser/pages/market-test.ts'
import { withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { RECORDED_PLACE, recordVideo } from '#tests/browser/pages/recorded-video.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// An owner's video is compressed on the phone, and the page is closed during the compression.

const TITLE = 'Sunlit 2 BHK in Baner'
const CLIP = { seconds: 5, width: 320, height: 240, framesPerSecond: 5, bitrate: 200_000 }
/** A video that the app compresses, because its bit rate is too high and its picture is larger than 720p. */
const VIDEO = { seconds: 11, width: 1440, height: 1080, framesPerSecond: 6, bitrate: 12_000_000 }

test('a video is compressed on the phone before its upload, even if the page is closed and opened again meanwhile', async ({
  page: first,
  context,
  network,
  server,
  url,
}) => {
  const clip = await recordVideo(context, CLIP)
  const original = await recordVideo(context, VIDEO)
  await openEventsAs(first, url, server.demoUser)
  await first.getByRole('link', { name: 'Your listings' }).click()
  await first.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(first, TITLE)
  await chooseFiles(first, 'Choose a video', [mp4('clip.mp4', clip)])
  await first.getByText('10 seconds to 3 minutes. This one takes 5 s.').waitFor()
  await chooseFiles(first, 'Choose a video', [mp4('VID_1.mp4', original)])
  await first.getByText(/^Compressing \d+ %/).waitFor()
  await first.close()
  expect(network.changes.filter(({ path }) => path.includes('/uploads'))).toEqual([])

  const { page, noise } = await openPage(context, PHONE)
  await page.goto(`${url}/account/listings`)
  await page.getByRole('button', { name: `Continue ${TITLE}` }).click()
  for (let step = 1; step < 5; step += 1) await next(page)
  await page.getByLabel('Video', { exact: true }).waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])

  const stored = await readStored(page)
  expect(stored.length).toBeLessThan(original.length / 2)
  expect(await describe(stored)).toEqual({
    size: [960, 720],
    codecs: ['avc', 'aac'],
    seconds: VIDEO.seconds,
    frames: VIDEO.seconds * VIDEO.framesPerSecond,
    sound: (await describe(original)).sound,
  })
  // The index comes first, so that playback can start before the download ends.
  expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
  expect(original.includes(RECORDED_PLACE)).toBe(true)
  expect(stored.includes(RECORDED_PLACE)).toBe(false)
})

function mp4(name: string, buffer: Buffer) {
  return { name, mimeType: 'video/mp4', buffer }
}

/** The video as the server sends it to anybody. */
async function readStored(page: Page): Promise<Buffer> {
  const address = await page.getByLabel('Video', { exact: true }).getAttribute('src')
  const answer = await fetch(new URL(address ?? '', page.url()))
  return Buffer.from(await answer.arrayBuffer())
}

async function describe(video: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(video) })
  const [pictures, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!pictures || !sound) throw new Error('a track is missing')
  const bytes: string[] = []
  for await (const { data } of new EncodedPacketSink(sound).packets())
    bytes.push(Buffer.from(data).toString('hex'))
  return {
    size: [await pictures.getDisplayWidth(), await pictures.getDisplayHeight()],
    codecs: [await pictures.getCodec(), await sound.getCodec()],
    seconds: Math.round(await pictures.computeDuration()),
    frames: (await pictures.computePacketStats()).packetCount,
    sound: bytes.join(),
  }
}
