// @module-tag long
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, onTestFinished } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { sharedMarketTest as test } from '#tests/browser/pages/market-test.ts'
import { withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { chooseFiles, describeFlat } from '#tests/browser/pages/posting-wizard.ts'
import { makeCornersJpeg, UPRIGHT_CORNERS } from '#tests/support/media/made-corners.ts'
import { makeHeic, RED_AND_BLUE, withDamage } from '#tests/support/media/made-heic.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// Photos that a browser cannot decode, or not as the app asks for it, and browsers that change what pages read.

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

async function openPhotos(page: Page, { url, server }: { url: string; server: TestServer }) {
  await openEventsAs(page, url, server.demoUser)
  await page.getByRole('link', { name: 'Your listings' }).click()
  await page.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(page, `Flat ${Math.random()}`)
}

/** The colors of the four corners of each stored photo, in their order on the screen. */
async function readStored(page: Page, { filesDir }: TestServer, count: number) {
  await page.getByRole('img', { name: `Photo ${count}`, exact: true }).waitFor()
  const sources = await page
    .getByRole('img', { name: /^Photo \d+$/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''))
  return Promise.all(
    sources.map((src) => readCorners(join(filesDir, new URL(src, 'http://a').pathname))),
  )
}

const NAMES = { '200': 'red', '020': 'green', '002': 'blue', '222': 'white' }

async function readCorners(path: string) {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [left, right] = [Math.floor(info.width / 4), Math.floor((info.width * 3) / 4)]
  const [top, bottom] = [Math.floor(info.height / 4), Math.floor((info.height * 3) / 4)]
  const nameOf = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    const parts = [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 2 : 0)).join('')
    return Object.entries(NAMES).find(([code]) => code === parts)?.[1] ?? parts
  }
  return [nameOf(left, top), nameOf(right, top), nameOf(left, bottom), nameOf(right, bottom)]
}

describe('HEIC, which this browser cannot decode', () => {
  test('photos are decoded upright and mirrored as they say, and joined from their tiles', async ({
    page,
    noise,
    server,
    url,
  }) => {
    await openPhotos(page, { url, server })
    await chooseFiles(page, 'Choose photos', [
      file('0.heic', makeHeic()),
      file('1.heic', makeHeic({ turns: 1 })),
      file('2.heic', makeHeic({ turns: 2 })),
      file('3.heic', makeHeic({ turns: 3 })),
      file('4.heic', makeHeic({ isMirrored: true })),
    ])
    const turned = ['blue', 'red', 'blue', 'red']
    expect(await readStored(page, server, 5)).toEqual([
      ['red', 'blue', 'red', 'blue'],
      ['blue', 'blue', 'red', 'red'],
      turned,
      ['red', 'red', 'blue', 'blue'],
      turned,
    ])
    expect(withoutNetworkNoise(noise)).toEqual([])
  })

  test('one that claims 900 megapixels, a cut one and one with a damaged tile are refused with their causes, and the page goes on', async ({
    page,
    server,
    url,
  }) => {
    await openPhotos(page, { url, server })
    await chooseFiles(page, 'Choose photos', [
      file('huge.heic', makeHeic({ claimedPx: [30_000, 30_000] })),
      file('cut.heic', makeHeic().subarray(0, -30)),
      file('tile.heic', makeHeic({ tiles: withDamage(RED_AND_BLUE) })),
      file('good.heic', makeHeic()),
    ])
    expect(await readStored(page, server, 1)).toEqual([['red', 'blue', 'red', 'blue']])
    await page.getByText('huge.heic: This photo has more than 50 megapixels.').waitFor()
    await page.getByText('cut.heic: This photo is damaged or incomplete.').waitFor()
    await page.getByText('tile.heic: This photo is damaged or incomplete.').waitFor()
  })

  test('without the decoder, because there is no network, the person is told so', async ({
    page,
    network,
    server,
    url,
  }) => {
    await openPhotos(page, { url, server })
    onTestFinished(network.heal) // the tests of this file share it
    await network.cut()
    await chooseFiles(page, 'Choose photos', [file('a.heic', makeHeic())])
    await page.getByText('Choose the photo again when you are online').waitFor()
  })
})

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Replaces createImageBitmap by that of a browser which does not know 'from-image', and by default turns photos or not. */
function forgetFromImage(isUpright: boolean): void {
  const create = globalThis.createImageBitmap
  globalThis.createImageBitmap = (async (
    source: ImageBitmapSource,
    options?: ImageBitmapOptions,
  ) => {
    if (options?.imageOrientation) throw new TypeError("'from-image' is not a valid enum value")
    return isUpright ? create(source) : create(source, { imageOrientation: 'none' })
  }) as typeof createImageBitmap // the overload with a part of the image is not used
}

describe.each([
  ['turns photos by default', true],
  ['does not turn photos by default', false],
])("a browser that does not know the option 'from-image' and %s", (_what, isUpright) => {
  test('sends photos of all EXIF orientations upright', async ({ page, noise, server, url }) => {
    await page.addInitScript(forgetFromImage, isUpright)
    await openPhotos(page, { url, server })
    const photos = await Promise.all(ORIENTATIONS.map(makeCornersJpeg))
    await chooseFiles(
      page,
      'Choose photos',
      photos.map((photo, nth) => file(`${nth}.jpg`, photo)),
    )
    expect(await readStored(page, server, photos.length)).toEqual(
      ORIENTATIONS.map(() => UPRIGHT_CORNERS),
    )
    expect(withoutNetworkNoise(noise)).toEqual([])
  })
})

/** Like Firefox with `privacy.resistFingerprinting`: pages read random pixels. */
function addNoise(): void {
  const encode = OffscreenCanvas.prototype.convertToBlob
  OffscreenCanvas.prototype.convertToBlob = function (options) {
    const context = this.getContext('2d')
    const noise = new ImageData(this.width, this.height)
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 73) % 256
    context?.putImageData(noise, 0, 0)
    return encode.call(this, options)
  }
}

test('a browser that changes what pages read from a canvas sends the original, and the server removes its metadata', async ({
  page,
  noise,
  server,
  url,
}) => {
  await page.addInitScript(addNoise)
  await openPhotos(page, { url, server })
  await chooseFiles(page, 'Choose photos', [
    file('a.jpg', await makeCornersJpeg(6)),
    file('b.heic', makeHeic()),
    file(
      'c.gif',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
        .gif()
        .toBuffer(),
    ),
  ])
  expect(await readStored(page, server, 1)).toEqual([UPRIGHT_CORNERS])
  await page.getByText('b.heic: This is a HEIC picture').waitFor()
  await page.getByText('c.gif: This is a GIF picture').waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('a photo that the device can no longer read, and one that is damaged, are told apart', async ({
  page,
  server,
  url,
}) => {
  await page.addInitScript(() => {
    const slice = Blob.prototype.slice
    Blob.prototype.slice = function (...range) {
      const part = slice.apply(this, range)
      if (this instanceof File && this.name.startsWith('gone'))
        part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
      return part
    }
  })
  await openPhotos(page, { url, server })
  const photo = await makeCornersJpeg(1)
  await chooseFiles(page, 'Choose photos', [
    file('gone.jpg', photo.subarray(0, 100)), // cannot be decoded either
    file('cut.jpg', photo.subarray(0, photo.length / 2)),
    file('behind.jpg', Buffer.concat([photo, Buffer.alloc(99)])),
  ])
  await page
    .getByText('gone.jpg: This device can no longer read the file. Choose the file again.')
    .waitFor()
  await page.getByText('cut.jpg: This photo is damaged or incomplete.').waitFor()
  expect(await readStored(page, server, 1)).toEqual([UPRIGHT_CORNERS])
  await chooseFiles(page, 'Choose a video', [
    { name: 'gone.mp4', mimeType: 'video/mp4', buffer: Buffer.from('a video') },
  ])
  await page.getByText(/^This device can no longer read the file\./).waitFor()
})
