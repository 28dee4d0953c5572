// @module-tag long
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { createDeployment } from '#tests/support/browser/deployment.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'
import { getNextBuild } from '#tests/support/browser/next-build.ts'

// A deploy replaces all files of the build while pages are open. With a service worker, the new build waits until the
// operator accepts it. Without one, as in a private window, a page reloads when the code of a screen is gone.

const PROMPT = 'A new version is ready.'
const BEHIND = 'The app was updated. This tab still shows the previous version.'

const deployTest = marketTest
  .extend('size', () => DESKTOP)
  .extend('deployment', FILE, async ({ chromium: _needed }, { onCleanup }) => {
    const deployment = await createDeployment(inject('distDir'))
    onCleanup(deployment.remove)
    return deployment
  })
  .extend('distDir', FILE, ({ deployment }) => deployment.distDir)
  .extend('opened', async ({ context, size, deployment }) => {
    await deployment.deploy(inject('distDir'))
    return openPage(context, size)
  })
  /** Counts how often `page` has loaded since it was prepared. */
  .extend('countLoads', ({ page }) => {
    let count = 0
    page.on('domcontentloaded', () => {
      count += 1
    })
    return () => count
  })

/** On a device with a worker, the operator has typed a search that no update may lose. */
const test = deployTest
  .extend('page', async ({ opened: { page }, url, server }) => {
    await signIn(page, url, server.operator)
    await installWorker(page)
    await page.goto(`${url}/dashboard?section=property`)
    await page.getByRole('searchbox').fill('Bandra')
    return page
  })
  /** Deploys a build, makes the browser check for it, and returns the final state of its worker. */
  .extend('publish', ({ page, deployment }) => async (buildDir: string) => {
    await deployment.deploy(buildDir)
    await clearDownloads(page)
    return page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
      const worker = registration?.installing ?? registration?.waiting
      while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 20))
      return worker?.state
    })
  })

/** In a private window, a visitor has begun to fill in the registration. */
const privateTest = deployTest.extend('page', async ({ opened: { page }, url }) => {
  await page.addInitScript('delete Navigator.prototype.serviceWorker')
  await page.goto(`${url}/account/register`)
  // Waits for hydration: earlier, a press on a link would load a whole page instead of only the code of a screen.
  await page.locator('[data-prerendered]').waitFor({ state: 'detached' })
  await page.getByLabel('Full name').fill('Ravi Menon')
  return page
})

/** Clears the HTTP cache, which would hide that the server no longer has the previous build. */
async function clearDownloads(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
  await debug.detach()
}

/** Only the next build sets `globalThis.buildMark`. */
const isNextBuild = (tab: Page) => tab.evaluate(() => 'buildMark' in globalThis)

/** Reports the page as hidden, as the browser does when another tab is in front. */
const putInBackground = (tab: Page) => setVisibility(tab, 'hidden')

async function setVisibility(tab: Page, state: DocumentVisibilityState): Promise<void> {
  await tab.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('a deploy while a worker is installing makes the installation fail, so that no cache mixes two builds', {
  tags: ['long'],
}, async ({ page, countLoads, publish }) => {
  const mixed = await mkdtemp(join(tmpdir(), 'mixed-build-'))
  await cp(await getNextBuild(), mixed, { recursive: true })
  for (const name of ['index.html', 'index.html.br', 'index.html.gz']) {
    await cp(join(inject('distDir'), name), join(mixed, name))
  }
  expect(await publish(mixed)).toBe('redundant')
  expect(await page.getByText(PROMPT).count()).toBe(0)
  expect(countLoads()).toBe(0)
  await rm(mixed, { recursive: true })

  // The browser's next update check finds all files of the new build.
  expect(await publish(await getNextBuild())).toBe('installed')
  await page.getByText(PROMPT).waitFor()
})

test('a new build waits until "Update" is pressed, which reloads the page once and keeps typed text', async ({
  page,
  countLoads,
  publish,
}) => {
  await publish(await getNextBuild())
  await page.getByText(PROMPT).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(countLoads()).toBe(0)
  expect(await isNextBuild(page)).toBe(false)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => isNextBuild(page).catch(() => false)).toBe(true)
  await page.getByRole('searchbox').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(countLoads()).toBe(1)
  expect(await page.getByText(PROMPT).count()).toBe(0)
  const workers = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { isWaiting: registration?.waiting !== null, isActive: registration?.active !== null }
  })
  expect(workers).toEqual({ isWaiting: false, isActive: true })
})

test('after one tab updates, a background tab reloads by itself, and a tab with typed text keeps its build', {
  tags: ['long'],
}, async ({ page, url, countLoads, publish }) => {
  const { page: reading } = await openPage(page.context(), DESKTOP)
  await reading.goto(`${url}/dashboard?section=privacypolicy`)
  await reading.getByRole('heading', { name: 'Privacy Policy' }).first().waitFor()
  await putInBackground(reading)
  const { page: updating } = await openPage(page.context(), DESKTOP)
  await updating.goto(`${url}/dashboard?section=outbox`)
  await publish(await getNextBuild())
  await updating.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => isNextBuild(reading).catch(() => false)).toBe(true)
  await reading.getByRole('heading', { name: 'Privacy Policy' }).first().waitFor()

  await page.getByText(BEHIND).waitFor()
  await putInBackground(page)
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  // A hidden page leaves the storage to visible ones, so the person comes back first.
  await setVisibility(page, 'visible')
  // This section was never opened and its code is gone from the server, but the worker has cached it.
  await page.getByRole('link', { name: 'Loan Applications' }).click()
  await page.getByRole('heading', { name: 'Loan Applications' }).first().waitFor()
  await page.getByRole('table').waitFor()
  expect(countLoads()).toBe(0)
  expect(await isNextBuild(page)).toBe(false)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isNextBuild(page).catch(() => false)).toBe(true)
  await page.getByRole('table').waitFor()
  expect(countLoads()).toBe(1)
})

privateTest(
  'a screen whose code a deploy has deleted opens after one reload, and typed text is kept',
  async ({ page, countLoads, deployment }) => {
    await deployment.deploy(await getNextBuild())
    await page.getByRole('link', { name: 'Terms and Conditions' }).first().click()
    await page.getByRole('heading', { name: 'Terms and Conditions', level: 1 }).waitFor()
    expect(countLoads()).toBe(1)
    expect(await isNextBuild(page)).toBe(true)
    await page.goBack()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ravi Menon')
  },
)

privateTest(
  'a page loaded just before its code was deleted reloads once, and shows an error if that fails',
  {
    tags: ['long'],
  },
  async ({ page, url, countLoads, deployment }) => {
    const before = await readFile(join(inject('distDir'), 'index.html'), 'utf8')
    await deployment.deploy(await getNextBuild())
    let staleAnswers = 1
    await page.route('**/login', async (route) => {
      if (staleAnswers === 0) return route.fallback()
      staleAnswers -= 1
      return route.fulfill({ contentType: 'text/html', body: before })
    })
    await clearDownloads(page)
    await page.goto(`${url}/login`)
    await page.getByLabel('Email').waitFor()
    expect(countLoads()).toBe(2)
    expect(await isNextBuild(page)).toBe(true)

    staleAnswers = Number.POSITIVE_INFINITY // like a proxy that keeps serving an old page
    await clearDownloads(page)
    await page.goto(`${url}/login`)
    await page.getByText('This page could not be loaded.').waitFor()
    expect(countLoads()).toBe(3)
  },
)
