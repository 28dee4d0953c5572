import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listAuditRows,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import { listCoveredDecisions } from '#tests/browser/pages/page-measures.ts'
import {
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// Review mode with real key and touch events, with the real server.

let market: Marketplace
let page: Page
let url: string

beforeAll(async () => {
  market = await openMarketplace()
  url = market.network.url
  ;({ page } = await openPage(market.context, DESKTOP))
  await signIn(page, url, market.server.operator)
})

afterAll(() => market.close())

test('on a desktop, a decision made by keys without a network is sent exactly once after the network returns', async () => {
  await page.getByRole('link', { name: /^Review \d+ pending$/ }).click()
  const first = await seeReady(page)
  await page.keyboard.press('a')
  await waitForToast(page, 'Property approved!')
  const second = await seeReady(page, first)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second.name)

  await installWorker(page)
  await market.network.cut()
  await page.keyboard.press('r')
  await seeReady(page, second)
  await page.getByText(/^Saved on this device/).waitFor()
  await page.reload()
  const third = await seeReady(page)
  expect(third.id).not.toBe(second.id)
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online')
  expect(await listDecisions()).toEqual([`${first.id} approved`, `${second.id} rejected`])

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
})

test('on a phone a long sideways swipe decides; a short swipe, a scroll, an edge swipe or a mouse drag does not', {
  tags: ['long'],
}, async () => {
  const before = await listDecisions()
  await page.setViewportSize(PHONE)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await page.goto(`${url}/dashboard?section=property&review=next`)
  const first = await seeReady(page)
  const card = page.locator('.review-card')

  const y = 480
  await swipe(debug, [60, y], [150, y])
  await swipe(debug, [6, y], [360, y])
  await swipe(debug, [60, y], [220, 120])
  await page.mouse.move(60, y)
  await page.mouse.down()
  await page.mouse.move(360, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => card.getAttribute('data-swipe')).toBeNull()
  expect((await seeReady(page)).id).toBe(first.id)

  await page.evaluate(() => window.scrollTo(0, 0))
  await swipe(debug, [60, y], [330, y])
  const second = await seeReady(page, first)
  await waitForToast(page, 'Property approved!')
  await swipe(debug, [330, y], [60, y])
  const third = await seeReady(page, second)
  await waitForToast(page, 'Property rejected!')
  expect(await listDecisions()).toEqual([
    ...before,
    `${first.id} approved`,
    `${second.id} rejected`,
  ])

  await page.getByRole('button', { name: 'Undo' }).first().click()
  expect((await seeReady(page, third)).id).toBe(second.id)
  await expect.poll(listDecisions).toHaveLength(before.length + 3)
})

test('a toast covers no decision button, at any scroll position and on any screen', {
  tags: ['long'],
}, async () => {
  await page.setViewportSize(DESKTOP)
  await page.goto(`${url}/dashboard`)
  const [name = ''] = await pendingNames(page, 1)
  // The listing is deleted on the server, so a toast shows the refusal and remains until it is closed.
  await market.server.db.deleteFrom('listings').where('name', '=', name).execute()
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Failed to approve property.')
  await page.mouse.move(1, 1)
  await expectClear('board')

  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: /^Review \d+ pending$/ }).click()
  await page.locator('.review').waitFor()
  // Leaves the deleted listing: j shows the next one.
  await page.keyboard.press('j')
  await seeReady(page)
  await expectClear('review')

  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Property Management' }).click()
  await page
    .getByLabel(/^Status of/)
    .first()
    .waitFor()
  await expectClear('table')
  await page.setViewportSize(DESKTOP)
  await page.locator('.table-scroll:visible').evaluate((table) => {
    table.scrollLeft = table.scrollWidth
  })
  await expectClear('table, at its end')

  await page.setViewportSize(DESKTOP)
  await page
    .getByRole('button', { name: /^Video of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor()
  await expectClear('details')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectClear('delete question')
})

async function expectClear(place: string): Promise<void> {
  for (const size of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
    await page.setViewportSize(size)
    expect({ place, size, covered: await listCoveredDecisions(page) }).toMatchObject({
      covered: [],
    })
  }
}

interface Shown {
  id: string
  name: string
}

/** Waits until a listing other than `before` is shown and can be decided. */
async function seeReady(page: Page, before?: Shown): Promise<Shown> {
  const other = before ? `:not([data-listing="${before.id}"])` : ''
  const card = page.locator(`.review[data-state=ready] .review-card${other}`)
  await card.waitFor()
  const id = (await card.getAttribute('data-listing')) ?? ''
  return { id, name: (await card.getByRole('heading').textContent()) ?? '' }
}

async function listDecisions(): Promise<string[]> {
  const rows = await listAuditRows(market.server)
  return rows.map(({ entity_id, to_value }) => `${entity_id} ${to_value}`)
}

type Point = readonly [x: number, y: number]

const STEPS = 6

async function swipe(debug: CDPSession, [fromX, fromY]: Point, [toX, toY]: Point) {
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    debug.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await touch('touchStart', fromX, fromY)
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS
    await touch('touchMove', fromX + (toX - fromX) * share, fromY + (toY - fromY) * share)
  }
  await debug.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
