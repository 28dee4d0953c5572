import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { RAVI, register, signInAs, waitForEvents } from '#tests/browser/account-page.ts'
import { signIn } from '#tests/browser/panel-page.ts'
import { getChromium } from '#tests/support/chromium.ts'
import { DESKTOP, PHONE, TABLET } from '#tests/support/device.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

// `npm run screens`: the pictures of docs/screens, of the built app on demo data.

const FOLDER = resolve('docs/screens')
const MANIFEST_FOLDER = resolve('public/screenshots')
const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const

const server = await startTestServer({ isClockRunning: true, distDir: resolve('dist') })
const url = await server.listen()
const { executablePath, env } = getChromium()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>, // unset variables are left out by the copy
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
for (const folder of [FOLDER, MANIFEST_FOLDER]) mkdirSync(folder, { recursive: true })
await takePanel(browser)
await takeAccount(browser)
await browser.close()
await server.close()

/** The README's two pictures, which stand in the app's manifest too. */
async function takePanel(browser: Browser): Promise<void> {
  const forms = [['phone', 'narrow', 2] as const, ['desktop', 'wide', 1] as const]
  for (const [name, form, scale] of forms) {
    const context = await browser.newContext({
      viewport: SIZES[name],
      deviceScaleFactor: scale,
      colorScheme: 'light',
    })
    const page = await context.newPage()
    await signIn(page, url, server.operator)
    await page.locator('.board-card').nth(2).waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(FOLDER, `dashboard-${name}.png`) })
    await page.screenshot({
      path: join(MANIFEST_FOLDER, `dashboard-${form}.jpg`),
      type: 'jpeg',
      quality: 80,
    })
    await context.close()
  }
}

/** Every screen of an end user, in three sizes and both themes. */
async function takeAccount(browser: Browser): Promise<void> {
  const visitor = await browser.newContext({ reducedMotion: 'reduce' })
  const newcomer = await browser.newContext({ reducedMotion: 'reduce' })
  const owner = await browser.newContext({ reducedMotion: 'reduce' })
  await register(await newcomer.newPage(), url, RAVI)
  const page = await owner.newPage()
  await signInAs(page, url, server.demoUser)
  await waitForEvents(page)
  await takeAll('home', visitor, '/', () => Promise.resolve())
  await takeAll('register', visitor, '/account/register', async (page) => {
    await page.getByLabel('Full name').fill(RAVI.fullName)
    await page.getByLabel('Email').fill('ravi.menon@example')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter a valid e-mail address.').waitFor()
  })
  await takeAll('sign-in', visitor, '/account/sign-in', () => Promise.resolve())
  await takeAll('verify', newcomer, '/account/verify', (page) =>
    page.getByLabel('Code').fill('4821'),
  )
  await takeAll('no-events', newcomer, '/account/events', waitForEvents)
  await takeAll('events', owner, '/account/events', waitForEvents)
  await takeAll('event-form', owner, '/account/events?open=new', (page) =>
    page.getByRole('dialog').getByLabel('Title').fill('Open house in Baner'),
  )
}

async function takeAll(
  name: string,
  context: BrowserContext,
  path: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const [sizeName, size] of Object.entries(SIZES)) {
    for (const colorScheme of THEMES) {
      const page = await context.newPage()
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.goto(`${url}${path}`)
      await page.waitForLoadState('networkidle')
      await prepare(page)
      await page.screenshot({ path: join(FOLDER, `${name}-${sizeName}-${colorScheme}.png`) })
      await page.close()
    }
  }
}
