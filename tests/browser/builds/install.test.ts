// @module-tag long
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountManifest } from '#src/config/account-manifest.ts'
import { manifest } from '#src/config/manifest.ts'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import { waitForWorker } from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// Checks the files that a browser needs to install the app, as the browser receives them.

const SAFE_ZONE = 0.4 // of an icon's width: platforms may crop a maskable icon to a circle of this radius (W3C, maskable icons)
const NOT_LOOKED =
  'Not looked at: this browser does not judge manifests. CHROMIUM_PATH can name one that does.'
const LOOK_MS = 5_000 // longest wait until the browser, after loading the page, has checked the manifest

let market: Marketplace
let page: Page
let url: string

beforeAll(async () => {
  market = await openMarketplace()
  ;({ url } = market.network)
  ;({ page } = await openPage(market.context, PHONE))
  await page.goto(url)
  await waitForWorker(page)
})

afterAll(() => market.close())

interface Pixels {
  width: number
  height: number
  /** The RGBA values of the four corners. */
  corners: number[][]
  /** Whether pixels outside the safe circle differ from the background colour of the corners. */
  isMarkedOutside: boolean
  isOpaque: boolean
}

function readPixels(src: string): Promise<Pixels> {
  return page.evaluate(
    async ({ src, safeZone }) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob())
      const { width, height } = picture
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      const last = width * height - 1
      const corners = [0, width - 1, last - width + 1, last].map((at) => [
        ...data.slice(at * 4, at * 4 + 4),
      ])
      let isMarkedOutside = false
      let isOpaque = true
      for (let at = 0; at <= last; at += 1) {
        const away = Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2)
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at * 4, at * 4 + 4)
        const [ground = []] = corners
        const isGround = [red, green, blue].every(
          (value, index) => Math.abs(value - (ground[index] ?? 0)) < 8,
        )
        if (away > safeZone * width && !isGround) isMarkedOutside = true
        if (alpha < 255) isOpaque = false
      }
      return { width, height, corners, isMarkedOutside, isOpaque }
    },
    { src, safeZone: SAFE_ZONE },
  )
}

/** The installable app of a page, as the browser reads its manifest. */
async function readOffered(debug: CDPSession): Promise<{ path: string; id: string; name: string }> {
  const { url: address, errors, data = '{}' } = await debug.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { id, name } = JSON.parse(data)
  return { path: new URL(address).pathname, id, name }
}

const PANEL = { path: '/manifest.webmanifest', id: '/', name: 'Property Marketplace Admin' }
const ACCOUNT = {
  path: '/account.webmanifest',
  id: '/account/events',
  name: 'Property Marketplace',
}

test.each([
  ['from the server', true],
  ['from the service worker', false],
])(
  'a page loaded %s has the manifest of its own app, also after a client-side navigation',
  async (_, bypass) => {
    const debug = await market.context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.setBypassServiceWorker', { bypass })
    await page.goto(`${url}/login`)
    expect(await readOffered(debug)).toEqual(PANEL)
    for (const path of ['/account/', '/account/sign-in', '/']) {
      await page.goto(url + path)
      expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(bypass)
      expect(await readOffered(debug)).toEqual(ACCOUNT)
    }
    await page.getByRole('link', { name: 'Operator sign-in' }).click()
    await page.getByRole('button', { name: 'Login' }).waitFor()
    expect(await readOffered(debug)).toEqual(PANEL)
    await debug.send('Network.setBypassServiceWorker', { bypass: false })
  },
)

test("the panel's manifest keeps id, start URL and scope, so that installed apps remain valid", () => {
  const { id, start_url, scope } = manifest
  expect({ id, start_url, scope }).toEqual({ id: '/', start_url: '/dashboard', scope: '/' })
})

describe.each([
  ['panel', manifest],
  ['end users’ pages', accountManifest],
])('the manifest of the %s', (_, { icons = [], screenshots = [] }) => {
  test.each([...icons, ...screenshots])(
    'declares the real size of $src',
    async ({ src, sizes = '' }) => {
      const { width, height } = await readPixels(src)
      expect(`${width}x${height}`).toBe(sizes)
    },
  )

  test('has a separate maskable icon, which is opaque and has its symbol inside the safe circle', async () => {
    const maskable = icons.filter(({ purpose }) => purpose === 'maskable')
    expect(maskable).toHaveLength(1)
    const { isMarkedOutside, isOpaque } = await readPixels(maskable[0]?.src ?? '')
    expect({ isMarkedOutside, isOpaque }).toEqual({ isMarkedOutside: false, isOpaque: true })
    // Proves that the measurement can fail: the normal icon is not maskable.
    const any = await readPixels(icons.find(({ purpose }) => purpose === 'any')?.src ?? '')
    expect(any.isMarkedOutside || !any.isOpaque).toBe(true)
  })
})

describe('the manifest of the panel', () => {
  test('has shortcuts to the review queue and the outbox', async () => {
    expect((manifest.shortcuts ?? []).map(({ url }) => url)).toEqual([
      '/dashboard?section=property&review=next',
      '/dashboard?section=outbox',
    ])
  })

  test("has no error in the browser's own check, which finds errors in a broken manifest", async (context) => {
    const debug = await market.context.newCDPSession(page)
    const errors = async () =>
      (await debug.send('Page.getInstallabilityErrors')).installabilityErrors.map(
        ({ errorId }) => errorId,
      )
    await page.evaluate(() => {
      // Replaces the page's manifest by JSON without any field of a manifest.
      document.querySelector('link[rel=manifest]')?.setAttribute('href', '/api/healthz')
    })
    // The packaged Chromium skips this test: it is headless, cannot install apps and does not check manifests.
    const isBroken = await expect
      .poll(errors, { timeout: LOOK_MS })
      .not.toEqual([])
      .then(() => true)
      .catch(() => false)
    if (!isBroken) {
      console.info(NOT_LOOKED)
      context.skip(NOT_LOOKED)
    }
    await page.reload()
    await expect.poll(errors).toEqual([])
  })
})
