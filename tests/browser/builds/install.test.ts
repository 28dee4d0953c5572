// @module-tag long
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accountManifest } from '#src/config/account-manifest.ts'
import { manifest } from '#src/config/manifest.ts'
import { FILE, sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { waitForWorker } from '#tests/browser/pages/panel-page.ts'
import { createDevice, openPage, PHONE } from '#tests/support/browser/device.ts'

// Checks the files that a browser needs to install the app, as the browser receives them.

const SAFE_ZONE = 0.4 // of an icon's width: platforms may crop a maskable icon to a circle of this radius (W3C, maskable icons)
const NOT_LOOKED =
  'Not looked at: this browser does not judge manifests. CHROMIUM_PATH can name one that does.'
const LOOK_MS = 5_000 // longest wait until the browser, after loading the page, has checked the manifest

const test = sharedMarketTest
  /** The page of a device's own profile, because apps can be installed from no other profile. */
  .extend('installer', FILE, async ({ chromium, url }, { onCleanup }) => {
    const device = await createDevice(chromium)
    onCleanup(device.dispose)
    const { page } = await openPage(await device.start(), PHONE)
    await page.goto(url)
    await waitForWorker(page)
    return page
  })

/** Measures a picture. The colour of its first pixel counts as the background. */
function readPicture(page: Page, src = '') {
  return page.evaluate(
    async ({ src, safeZone }) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob())
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      const ground = data.slice(0, 3)
      let isMarkedOutside = false
      let isOpaque = true
      for (let at = 0; at < width * height; at += 1) {
        const away = Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2)
        const [alpha = 0] = data.slice(at * 4 + 3, at * 4 + 4)
        const isGround = ground.every(
          (value, index) => Math.abs(value - (data[at * 4 + index] ?? 0)) < 8,
        )
        if (away > safeZone * width && !isGround) isMarkedOutside = true
        if (alpha < 255) isOpaque = false
      }
      return { sizes: `${width}x${height}`, isMarkedOutside, isOpaque }
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

test.for([
  ['from the server', true],
  ['from the service worker', false],
] as const)(
  'a page loaded %s has the manifest of its own app, also after a client-side navigation',
  async ([, bypass], { installer: page, url }) => {
    const debug = await page.context().newCDPSession(page)
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
  test('declares the real sizes of its icons and screenshots', async ({ installer }) => {
    const pictures = [...icons, ...screenshots]
    expect(pictures).not.toEqual([])
    for (const { src, sizes } of pictures)
      expect([src, (await readPicture(installer, src)).sizes]).toEqual([src, sizes])
  })

  test('has a separate maskable icon, which is opaque and has its symbol inside the safe circle', async ({
    installer,
  }) => {
    const maskable = icons.filter(({ purpose }) => purpose === 'maskable')
    expect(maskable).toHaveLength(1)
    const cropped = await readPicture(installer, maskable[0]?.src)
    expect(cropped).toMatchObject({ isMarkedOutside: false, isOpaque: true })
    // Proves that the measurement can fail: the normal icon is not maskable.
    const any = await readPicture(installer, icons.find(({ purpose }) => purpose === 'any')?.src)
    expect(any.isMarkedOutside || !any.isOpaque).toBe(true)
  })
})

test('the manifest of the panel has shortcuts to the review queue and the outbox', () => {
  expect((manifest.shortcuts ?? []).map(({ url }) => url)).toEqual([
    '/dashboard?section=property&review=next',
    '/dashboard?section=outbox',
  ])
})

test("the manifest of the panel has no error in the browser's own check, which finds errors in a broken manifest", async ({
  installer: page,
  skip,
}) => {
  const debug = await page.context().newCDPSession(page)
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
    skip(NOT_LOOKED)
  }
  await page.reload()
  await expect.poll(errors).toEqual([])
})
