// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest } from '#tests/browser/pages/market-test.ts'
import { goToSection } from '#tests/browser/pages/panel-page.ts'
import { call } from '#tests/server/api-call.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import { waitForRequests, watchRequests } from '#tests/support/browser/page-rest.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// Random walks from a list through details, other sections, and a saved view of the list. Back returns to the same filter,
// row and pixel. `BACK_WALKS=25` makes 200 of them.

const test = operatorTest.extend('readsAhead', () => true)

const LISTS = ['property', 'property&status=pending', 'property&tab=sell&sort=-price', 'users']
const SECTIONS = ['Loan Applications', 'All payments', 'Recently decided', 'Team', 'Outbox']
const WALKS = Number(process.env['BACK_WALKS'] ?? 2) // of each list and size
const SAME_READINGS = 5 // 50 ms apart: longer than the list waits for the end of a scroll
const VIEW = { name: 'Dear ones', query: 'price=5000000..', columns: null, isShared: false }

/** Numbers from 0 to below 1, the same in each run (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Place {
  address: string
  row: string
  topPx: number
}

/** The row at the middle of the window, and where it is; no row while none is rendered there. */
function readPlace(page: Page): Promise<Place> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('.shell-section:not([hidden]) [data-row]')]
    const middle = window.innerHeight / 2
    const row = rows.find((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return bottom > middle && top < window.innerHeight
    })
    const topPx = row?.getBoundingClientRect().top ?? 0
    return { address: location.search, row: row?.getAttribute('data-row') ?? '', topPx }
  })
}

/** Scrolls the table, or on a phone the page, and waits until its rows no longer move. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.evaluate((at) => {
    const box = document.querySelector('.shell-section:not([hidden]) .table-scroll')
    const scroller = box ?? document.documentElement
    scroller.scrollTo(0, (scroller.scrollHeight - scroller.clientHeight) * at)
  }, share)
  await expectRest(page)
}

/** The list settles once its scrolling has been over for a moment. */
async function expectRest(page: Page): Promise<void> {
  let before = await readPlace(page)
  let same = 0
  await expect
    .poll(async () => {
      const now = await readPlace(page)
      same = now.row === before.row && now.topPx === before.topPx ? same + 1 : 0
      before = now
      return now.row !== '' && same >= SAME_READINGS
    })
    .toBe(true)
}

/** Clicks without Playwright's scrolling to the element, which would move the place in the list. */
const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click())

const heading = (page: Page) => page.locator('.shell-section:not([hidden]) .page-title')

/** Goes somewhere by one act of a person, and returns what it did and how many times Back leads back. */
async function wander(page: Page, random: () => number): Promise<[what: string, backs: number]> {
  const kind = random()
  if (kind < 0.35) {
    await press(page.locator('.shell-section:not([hidden]) [data-row]:nth-child(3) .row-open'))
    await page.locator('dialog.sheet').waitFor()
    return ['details', 1]
  }
  if (kind < 0.55 && (await heading(page).textContent()) === 'Property Management') {
    const filters = page.getByRole('button', { name: /^Filters/ })
    if ((await filters.count()) > 0) await press(filters)
    await press(page.getByRole('button', { name: 'Views' }))
    await press(page.getByRole('menuitem', { name: VIEW.name }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Its rows are shown, and not only its address.
    await page
      .locator('.shell-section:not([hidden])')
      .getByText(/^Price: /)
      .waitFor()
    await scrollTo(page, random())
    return ['view', 1]
  }
  const names = SECTIONS.filter(() => random() < 0.4)
  for (const name of names) {
    if (random() < 0.5) await goByPalette(page, name)
    else if ((await page.locator('.shell-sidebar').count()) === 0) await goToSection(page, name)
    else await page.locator('.shell-sidebar').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
  }
  return [names.join(', '), names.length]
}

async function goByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill(name)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

async function storeView(server: TestServer): Promise<void> {
  const token = await server.signIn()
  await call(server, 'PUT', '/api/admin/saved-views/65a000000000000000000031', {
    token,
    body: { list: 'property', ...VIEW },
  })
}

test.for([
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
] as const)(
  'Back returns to the same filter, row and pixel in random walks %s',
  { timeout: 600_000 },
  async ([, size], { page, url, server }) => {
    await storeView(server)
    await page.setViewportSize(size)
    watchRequests(page)
    const random = makeRandom(size.width)
    const lost: unknown[] = []
    for (const list of LISTS) {
      await page.goto(`${url}/dashboard?section=${list}`)
      await page.locator('[data-row]').first().waitFor()
      await waitForRequests(page)
      for (let walk = 0; walk < WALKS; walk += 1) {
        await scrollTo(page, random())
        const place = await readPlace(page)
        const [what, backs] = await wander(page, random)
        for (let back = 0; back < backs; back += 1) {
          await page.goBack()
        }
        const isBack = await expect
          .poll(() => readPlace(page), { timeout: 10_000 })
          .toEqual(place)
          .then(
            () => true,
            () => false,
          )
        if (!isBack) lost.push({ list, walk, what, place, now: await readPlace(page) })
      }
    }
    expect(lost).toEqual([])
  },
)
