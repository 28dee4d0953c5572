import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listViolations,
  NARROW,
  preparePage,
  type Screen,
  testLooks,
} from '#tests/browser/pages/axe-page.ts'
import {
  getListingNamed,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import { measureOverflow } from '#tests/browser/pages/page-measures.ts'
import { pendingNames, signIn, waitForStatus } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// Automated checks of WCAG 2.2 AA for the operator's and the public screens, in every size and theme.

const DELETE_QUESTION = 'Are you sure you want to permanently delete this property?'

let market: Marketplace
let page: Page
let url: string
let listingId: string
let listingName: string

const SCREENS: readonly Screen[] = [
  screen('the login', '/login', (page) => page.getByRole('button', { name: 'Login' }).waitFor()),
  screen('the home page', '/', (page) => page.getByText('Operator sign-in').waitFor()),
  ...['dashboard', 'users', 'property', 'loans'].map((section) =>
    screen(section, `/dashboard?section=${section}`, (page) =>
      page.locator('.row-open').first().waitFor(),
    ),
  ),
  ...[
    ['outbox', 'Nothing is waiting'],
    ['account', 'Active now'],
    ['privacypolicy', 'Information We Collect'],
    ['termsandconditions', 'Services Provided'],
  ].map(([section = '', words = '']) =>
    screen(section, `/dashboard?section=${section}`, (page) =>
      page.getByText(words).first().waitFor(),
    ),
  ),
  screen('review mode', '/dashboard?section=property&review=next', (page) =>
    page.locator('.review[data-state=ready] .review-bar').waitFor(),
  ),
  screen('the end of a review', '/dashboard?section=property&review=end', (page) =>
    page.getByRole('button', { name: /^Review the/ }).waitFor(),
  ),
  {
    name: 'the keys of review mode',
    page: () => page,
    async open(page) {
      await page.setViewportSize(DESKTOP)
      await page.goto(`${url}/dashboard?section=property&review=next`)
      await page.locator('.review[data-state=ready]').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).getByRole('switch').waitFor()
    },
  },
  {
    name: "a listing's details",
    page: () => page,
    async open(page) {
      await page.goto(`${url}/dashboard?section=property&open=${listingId}`)
      await page.getByRole('dialog', { name: listingName }).locator('dl').first().waitFor()
    },
  },
  ...['users', 'loans'].map((section) => ({
    name: `the details of one of the ${section}`,
    page: () => page,
    async open(page: Page) {
      await page.goto(`${url}/dashboard?section=${section}`)
      await page.locator('.row-open').first().click()
      await page.getByRole('dialog').locator('dl').first().waitFor()
    },
  })),
  {
    name: 'the drawer',
    page: () => page,
    async open(page) {
      await page.goto(`${url}/dashboard?section=outbox`)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('dialog', { name: 'Sections' }).waitFor()
    },
  },
  {
    name: 'the sign-out confirmation',
    page: () => page,
    async open(page) {
      await page.goto(`${url}/dashboard?section=outbox`)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('dialog', { name: 'Sign out?' }).waitFor()
    },
  },
  screen('a search without a match', '/dashboard?section=property&q=nowhere', (page) =>
    page.getByText('No property matches').waitFor(),
  ),
  screen('details of a listing that is gone', '/dashboard?section=property&open=gone', (page) =>
    page.getByText('This property is not in the list').waitFor(),
  ),
  {
    name: 'a decision just made, and its toast',
    page: () => page,
    async open(page) {
      await page.goto(`${url}/dashboard`)
      await page.locator('.board-card').getByRole('button', { name: 'Accept' }).nth(1).click()
      await page.getByText('Property approved!').hover()
    },
  },
  {
    name: 'the delete confirmation',
    page: () => page,
    async open(page) {
      const query = `section=property&q=${encodeURIComponent(listingName)}`
      await page.goto(`${url}/dashboard?${query}`)
      await page.getByRole('button', { name: `Delete ${listingName}` }).click()
      await page.getByRole('alertdialog').getByText(DELETE_QUESTION).waitFor()
    },
  },
  screen('this device', '/dashboard?section=outbox&sheet=device', (page) =>
    page.getByRole('dialog', { name: 'This device' }).getByText('Storage').waitFor(),
  ),
  screen('the privacy policy', '/privacy_policy', (page) =>
    page.getByText('Information We Collect').first().waitFor(),
  ),
  screen('the terms', '/terms_conditions', (page) =>
    page.getByText('Services Provided').first().waitFor(),
  ),
]

function screen(name: string, path: string, settle: (page: Page) => Promise<void>): Screen {
  return {
    name,
    page: () => page,
    async open(page) {
      await page.goto(`${url}${path}`)
      await settle(page)
    },
  }
}

beforeAll(async () => {
  market = await openMarketplace()
  url = market.network.url
  ;({ page } = await openPage(market.context, DESKTOP))
  await preparePage(page)
  await signIn(page, url, market.server.operator)
  ;[listingName = ''] = await pendingNames(page, 1)
  ;({ id: listingId } = await getListingNamed(market.server, listingName))
})

afterAll(() => market.close())

testLooks(SCREENS)

test('the accessibility checks report an image that has no alternative text and is wider than the screen', async () => {
  await page.setViewportSize(NARROW)
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await page.evaluate(() => {
    const picture = document.createElement('img')
    picture.src = '/favicon.svg'
    picture.width = 400
    picture.style.maxWidth = 'none'
    document.querySelector('main')?.append(picture)
  })
  expect(await listViolations(page)).toEqual([expect.stringMatching(/^image-alt/)])
  expect(await measureOverflow(page)).toBeGreaterThan(0)
})

test('buttons do not overlap a notch or a home indicator', async () => {
  const insets = { top: 47, bottom: 34 }
  await page.setViewportSize(PHONE)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await page.goto(`${url}/dashboard`)
  const edges = async (button: string) => {
    const box = await page.getByRole('button', { name: button, exact: true }).first().boundingBox()
    if (!box) throw new Error(`the button ${button} is not visible`)
    return { isBelowNotch: box.y >= insets.top, bottom: box.y + box.height }
  }
  expect(await edges('Menu')).toMatchObject({ isBelowNotch: true })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  expect(await edges('Close menu')).toMatchObject({ isBelowNotch: true })
  await page.goto(`${url}/dashboard?open=${listingId}`)
  const footer = page.getByRole('dialog').locator('.modal-footer')
  await footer.waitFor()
  expect((await edges('Delete')).bottom).toBeLessThanOrEqual(PHONE.height - insets.bottom)
  await debug.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
})

test("the keyboard can open a table of the chart's figures, and the chart's lines differ in forced colours", async () => {
  await page.setViewportSize(PHONE)
  await page.goto(`${url}/dashboard`)
  await page.getByText('View as table').focus()
  await page.keyboard.press('Enter')
  const table = page.getByRole('region', { name: 'Revenue Overview, as a table' })
  await table.getByRole('columnheader', { name: 'Month' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(14) // header, twelve months and total
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(
    'Revenue Overview, as a table',
  )
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = page.locator(
    '.chart-picture path[stroke-width], .chart-picture path[style*="stroke"]',
  )
  await lines.first().waitFor({ state: 'attached' })
  const strokes = await lines.evaluateAll(
    (paths) => new Set(paths.map((path) => getComputedStyle(path).stroke)).size,
  )
  expect(strokes).toBeGreaterThan(1)
  await page.emulateMedia({ forcedColors: 'none' })
})

test("the header's link to the outbox has an accessible name", async () => {
  await page.setViewportSize(PHONE)
  await page.goto(`${url}/dashboard`)
  await waitForStatus(page, 'Online')
  const debug = await page.context().newCDPSession(page)
  const { root } = await debug.send('DOM.getDocument')
  const { nodeId } = await debug.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '.sync-status',
  })
  const { nodes } = await debug.send('Accessibility.getPartialAXTree', {
    nodeId,
    fetchRelatives: false,
  })
  expect(nodes.map(({ role, name }) => [role?.value, name?.value])).toEqual([['link', 'Online']])
})
