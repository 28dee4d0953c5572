import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { EMPTY_CACHE } from '#tests/browser/pages/device-secrets.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
import { listCoveredDecisions } from '#tests/browser/pages/page-measures.ts'
import {
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  readDeviceStorage,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { giveReason } from '#tests/browser/pages/reason-sheet.ts'
import { listOutbox, readCache, readServer, seeReady } from '#tests/browser/pages/review-mode.ts'
import { signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import { resubmitPosting } from '#tools/screens/people.ts'

// Review mode with real key and touch events, with the real server.

const test = marketTest
  .extend('page', async ({ opened: { page }, url, server }) => {
    await signIn(page, url, server.operator)
    return page
  })
  .extend('listDecisions', ({ server }) => async () => {
    const rows = await listAuditRows(server)
    return rows.map(({ entity_id, to_value }) => `${entity_id} ${to_value}`)
  })

test('on a desktop, a decision made by keys without a network is sent exactly once after the network returns', async ({
  page,
  network,
  listDecisions,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: /^Review \d+ pending$/ }).click()
  const first = await seeReady(page)
  await page.keyboard.press('a')
  await waitForToast(page, 'Property approved!')
  const second = await seeReady(page, first)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second.name)

  await installWorker(page)
  await network.cut()
  await page.keyboard.press('r')
  await seeReady(page, second)
  await page.getByText(/^Saved on this device/).waitFor()
  await page.reload()
  const third = await seeReady(page)
  expect(third.id).not.toBe(second.id)
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await listDecisions()).toEqual([`${first.id} approved`, `${second.id} rejected`])

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
})

test('a rejection and its reason wait on a phone without a network, and arrive once each', {
  tags: ['long'],
}, async ({ page, url, network, server }) => {
  await page.goto(`${url}/dashboard?section=property&review=next`)
  const { id } = await seeReady(page)
  await installWorker(page)
  // The list of reasons is saved on the device after review mode has loaded it.
  await expect.poll(() => readCache(page)).toContain('Photos missing or unclear')
  await network.cut()
  await page.getByRole('button', { name: 'Reject' }).click()
  await seeReady(page, { id })
  await page.locator('.toast').getByRole('button', { name: 'Add reason' }).click()
  await giveReason(page, 'The kitchen is missing.')
  await expect.poll(() => listOutbox(page)).toEqual(['status', 'reason'])

  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await readServer(server, id)).toEqual({
    audit: ['status rejected', 'reason photos'],
    reasons: [['photos', 'The kitchen is missing.', 1]],
  })
})

test('on a phone a long sideways swipe decides; a short swipe, a scroll, an edge swipe or a mouse drag does not', {
  tags: ['long'],
}, async ({ page, url, listDecisions }) => {
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
  expect(await listDecisions()).toEqual([`${first.id} approved`, `${second.id} rejected`])

  await page.getByRole('button', { name: 'Undo' }).first().click()
  expect((await seeReady(page, third)).id).toBe(second.id)
  await expect.poll(listDecisions).toHaveLength(3)
})

test('a swipe over a large photo shows the next photo, and decides nothing', {
  tags: ['long'],
}, async ({ page, server, url, listDecisions }) => {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await page.goto(`${url}/dashboard?section=property&review=${await resubmitPosting(server)}`)
  const shown = await seeReady(page)
  const decided = (await listDecisions()).length
  await page.getByRole('list', { name: 'Photos', exact: true }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: /^Photo 1 of/ }).waitFor()
  const box = (await dialog.getByRole('img').first().boundingBox()) ?? { y: 0, height: 0 }
  const y = box.y + box.height / 2
  await swipe(debug, [330, y], [60, y])
  await dialog.getByRole('heading', { name: /^Photo 2 of/ }).waitFor()
  await swipe(debug, [60, y], [330, y])
  await dialog.getByRole('heading', { name: /^Photo 1 of/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await seeReady(page)).id).toBe(shown.id)
  expect(await listDecisions()).toHaveLength(decided)
})

test('at a desk, what changed since the last review is above the title, and both are beside the photo', {
  tags: ['long'],
}, async ({ page, server, url }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto(`${url}/dashboard?section=property&review=${await resubmitPosting(server)}`)
  const [changes, lead, photo] = [
    await boxOf(page, '.review-changes section'),
    await boxOf(page, '.review-lead'),
    await boxOf(page, '.review-video'),
  ]
  expect(changes.y + changes.height).toBeLessThanOrEqual(lead.y)
  expect(photo.x + photo.width).toBeLessThanOrEqual(Math.min(changes.x, lead.x))
  expect(Math.abs(photo.y - changes.y)).toBeLessThan(40)
  // A page that is scrolled to its end still shows the photo.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await boxOf(page, '.review-video')).y).toBeGreaterThan(0)
})

test('at a desk, the facts of a video without photos stand under it, and its title and the decision stay in view', {
  tags: ['long'],
}, async ({ page, url }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto(`${url}/dashboard?section=property&review=next`)
  await seeReady(page)
  const [video, text] = [
    await boxOf(page, '.review-video'),
    await boxOf(page, '.review-description'),
  ]
  expect(text.y).toBeGreaterThan(video.y + video.height)
  expect(text.x + text.width).toBeLessThanOrEqual(video.x + video.width)
  expect(text.y + text.height).toBeLessThan(DESKTOP.height)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await boxOf(page, '.review-video')).y).toBeLessThan(0)
  expect((await boxOf(page, '.review-title')).y).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Accept' }).click({ trial: true })
})

test('what a card showed stays readable after a reload without a network, and is gone after the sign-out', {
  tags: ['long'],
}, async ({ page, context, server, url, network }) => {
  const id = await resubmitPosting(server)
  await page.goto(`${url}/dashboard?section=property&review=${id}`)
  await installWorker(page)
  await page.reload()
  const expectWhole = async () => {
    const card = page.locator('.review-card')
    await card.getByText('Second floor, two balconies, covered parking.').waitFor()
    await card.getByText(/The kitchen is not the one of this flat\./).waitFor()
    await card.getByText('Was ₹32,000, now ₹29,500').waitFor()
    await card.getByText("Owner's listings").waitFor()
    for (const label of ['Removed photos', 'New photos'])
      await card.getByRole('list', { name: label }).getByRole('img').waitFor()
    expect(
      await card.getByRole('list', { name: 'Photos', exact: true }).getByRole('img').count(),
    ).toBe(2)
  }
  await expectWhole()
  const listCopies = async () =>
    ((await readDeviceStorage(page)).databases['cache']?.['copies'] ?? []) as { key: string }[]
  await expect
    .poll(async () => (await listCopies()).filter(({ key }) => key.includes(id)).length)
    .toBe(3) // the submission, its photos and the notes of the team

  await network.cut()
  // Without the copies of the HTTP cache, which the device's owner does not control.
  const debug = await context.newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
  await page.reload()
  await expectWhole()
  await page
    .getByText(/^Saved copy from/)
    .last()
    .waitFor()
  const drawn = page.locator('.photo-strip canvas')
  await expect.poll(() => drawn.count()).toBe(4)
  expect(await drawn.first().evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(
    100,
  )
  await drawn.first().click()
  await page.getByRole('dialog').locator('canvas').waitFor()
  await page.keyboard.press('Escape')

  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  await page.setViewportSize(DESKTOP)
  await signOutOfPanel(page, url, 'Sign out')
  expect((await readDeviceStorage(page)).databases['cache']).toEqual(EMPTY_CACHE)
})

test('on a phone the decision bar shows no keys', { tags: ['long'] }, async ({ page, url }) => {
  await page.goto(`${url}/dashboard?section=property&review=next`)
  await seeReady(page)
  const key = page.locator('.review-bar .keycap').first()
  await key.waitFor({ state: 'attached' })
  expect(await key.isVisible()).toBe(false)
})

test('a toast covers no decision button, at any scroll position and on any screen', {
  tags: ['long'],
}, async ({ page, server }) => {
  await page.setViewportSize(DESKTOP)
  const [name = ''] = await pendingNames(page, 1)
  // The listing is deleted on the server, so a toast shows the refusal and remains until it is closed.
  await server.db.deleteFrom('listings').where('name', '=', name).execute()
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Failed to approve property.')
  await page.mouse.move(1, 1)
  await expectClear(page, 'board')

  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: /^Review \d+ pending$/ }).click()
  await page.locator('.review').waitFor()
  // Leaves the deleted listing: j shows the next one.
  await page.keyboard.press('j')
  await seeReady(page)
  await expectClear(page, 'review')

  // Only review mode keeps focused elements clear of its bar.
  expect(await scrollPaddingOf(page)).toBe('96px')
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await expect.poll(() => scrollPaddingOf(page)).toBe('auto')
  await page.getByRole('link', { name: 'Property Management' }).click()
  await page
    .getByLabel(/^Status of/)
    .first()
    .waitFor()
  await expectClear(page, 'table')
  await page.setViewportSize(DESKTOP)
  await page.locator('.table-scroll:visible').evaluate((table) => {
    table.scrollLeft = table.scrollWidth
  })
  await expectClear(page, 'table, at its end')

  await page.setViewportSize(DESKTOP)
  await page
    .getByRole('button', { name: /^Video of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor()
  await expectClear(page, 'details')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectClear(page, 'delete question')
})

function scrollPaddingOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBottom)
}

async function expectClear(page: Page, place: string): Promise<void> {
  for (const size of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
    await page.setViewportSize(size)
    expect({ place, size, covered: await listCoveredDecisions(page) }).toMatchObject({
      covered: [],
    })
  }
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

/** The place of a part of the card that is shown. */
async function boxOf(page: Page, selector: string) {
  const found = page.locator(`.review-card ${selector}`)
  await found.waitFor()
  const box = await found.boundingBox()
  if (!box) throw new Error(`${selector} is not visible`)
  return box
}
