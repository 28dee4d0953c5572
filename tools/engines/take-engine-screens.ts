import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import type { EngineName } from './engine-browser.ts'
import { createEngineDevice, DESKTOP, PHONE, TABLET } from './engine-device.ts'
import type { EnginePage } from './engine-page.ts'
import { until } from './until.ts'
import { startDisplay } from './virtual-display.ts'

// `npm run screens -- engines <folder> [firefox|webkit|chromium ...]` takes screenshots of the main screens in each engine,
// three sizes and both themes, as <engine>/<screen>-<width>-<theme>.png.

interface Screen {
  name: string
  path: string
  prepare?: (page: EnginePage) => Promise<void>
}

const SIZES = [PHONE, TABLET, DESKTOP]
const THEMES = ['light', 'dark'] as const
const STILL_MS = 400 // long enough for the code of a section to load

const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'privacy', path: '/privacy_policy' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/account/register' },
]
const PANEL_SCREENS: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'listings', path: '/dashboard?section=property' },
  { name: 'listing', path: '/dashboard?section=property', prepare: openFirstRow },
  { name: 'review', path: '/dashboard?section=property&review=next' },
  { name: 'users', path: '/dashboard?section=users' },
  { name: 'loans', path: '/dashboard?section=loans' },
  { name: 'outbox', path: '/dashboard?section=outbox' },
  { name: 'device', path: '/dashboard?sheet=device' },
]
const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'events', path: '/account/events' },
  { name: 'event-form', path: '/account/events?open=new' },
]

const [folder, ...names] = process.argv.slice(2)
if (!folder) throw new Error('name the folder for the screenshots')
const engines = (names.length > 0 ? names : ['firefox', 'webkit', 'chromium']) as EngineName[] // unknown names fail
const endDisplay = await startDisplay()
const app = await buildApp()
const server = await startTestServer({ isClockRunning: true, distDir: app.distDir })
const url = (await server.listen()).replace('127.0.0.1', 'localhost')
try {
  for (const engine of engines) await takeScreens(engine, resolve(folder, engine))
} finally {
  await server.close()
  app.remove()
  await endDisplay()
}

async function takeScreens(engine: EngineName, into: string): Promise<void> {
  mkdirSync(into, { recursive: true })
  const device = await createEngineDevice(engine)
  console.info(device.version())
  try {
    const page = await device.openPage()
    await page.goto(url) // the app's localStorage, which has the theme, is accessible only in a page of the app
    const groups = [
      { screens: PUBLIC_SCREENS },
      { screens: PANEL_SCREENS, as: server.operator, at: '/login' },
      { screens: ACCOUNT_SCREENS, as: server.demoUser, at: '/account/sign-in' },
    ]
    for (const { screens, as, at } of groups) {
      if (as) await signInAs(page, at, as)
      for (const screen of screens) await photograph(page, screen, into)
    }
  } finally {
    await device.dispose()
  }
}

/** Signs a person in, and replaces any earlier session. */
async function signInAs(
  page: EnginePage,
  path: string,
  { email, password }: Pick<TestServer['operator'], 'email' | 'password'>,
): Promise<void> {
  await page.run(() => localStorage.clear())
  await page.setSize(DESKTOP)
  await page.goto(url + path)
  await page.fill({ label: 'Email' }, email)
  await page.fill({ label: 'Password' }, password)
  await page.click({ css: 'form button[type=submit]' })
  await until('the sign-in is over', () => page.run((from) => location.pathname !== from, path))
}

async function photograph(page: EnginePage, screen: Screen, into: string): Promise<void> {
  for (const size of SIZES) {
    await page.setSize(size)
    for (const theme of THEMES) {
      await page.run((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.goto(url + screen.path)
      await waitForRest(page)
      await screen.prepare?.(page)
      const file = `${screen.name}-${size.width}-${theme}.png`
      writeFileSync(join(into, file), await page.takeScreenshot())
    }
  }
}

/** Waits until the viewport has no placeholder, loading image or animation, and the page's text stays the same for STILL_MS. */
function waitForRest(page: EnginePage): Promise<void> {
  return until('the page is at rest', async () => {
    const before = await page.run(() => document.body.textContent)
    await wait(STILL_MS)
    return page.run(async (textBefore) => {
      await document.fonts.ready
      // A method, because tsx writes a call of `__name` around a function that is assigned to a variable, and `__name`
      // does not exist in the page.
      const view = {
        has(element: Element) {
          const { top, bottom, left, right } = element.getBoundingClientRect()
          const isInHeight = bottom > 0 && top < window.innerHeight
          // Excludes images left and right of the window, because Firefox does not load them.
          return isInHeight && right > 0 && left < window.innerWidth
        },
      }
      const places = [...document.querySelectorAll('.skeleton, .revenue-placeholder')]
      const images = [...document.images].filter((image) => view.has(image) && !image.complete)
      const moving = document.getAnimations().filter(({ playState, effect }) => {
        const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
        return playState === 'running' && !isEndless
      })
      const open = [
        ...(document.querySelector('h1, h2, h3') ? [] : ['no heading']),
        ...(document.body.textContent === textBefore ? [] : ['other words']),
        ...places.filter(view.has).map(({ className }) => className),
        ...images.map(({ src }) => src),
        ...moving.map(({ id, effect }) => `${id} ${(effect as KeyframeEffect).target?.className}`), // CSS creates no other effects
      ]
      return open.length === 0 || open
    }, before)
  })
}

async function openFirstRow(page: EnginePage): Promise<void> {
  await page.click({ css: '.row-open' })
  await page.waitFor({ css: 'dialog.sheet dl' })
  await waitForRest(page)
}
