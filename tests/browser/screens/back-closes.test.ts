// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventForm, signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Back, on a phone a swipe from the edge, first closes a modal over the page. Only the next Back leaves the page.

let browser: SharedBrowser
let market: Market
let url: string
/** The operator's page, and an end user's page in a separate profile. */
let panel: Page
let account: Page

beforeAll(async () => {
  market = await openMarket()
  ;({ url } = market.network)
  browser = await startSharedBrowser()
  ;({ page: panel } = await openPage(await browser.open(), PHONE))
  ;({ page: account } = await openPage(await browser.open(), PHONE))
  await signIn(panel, url, market.server.operator)
  await signInAs(account, url, market.server.demoUser)
  await waitForEvents(account)
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

interface Cover {
  name: string
  page: () => Page
  /** The URL path of the page on which the modal opens. The test visits the path `before` first. */
  path: string
  before: string
  open(page: Page): Promise<void>
  selector: string
  /** The label of the button that closes the modal and does nothing else. */
  closeLabel: string
}

const COVERS: readonly Cover[] = [
  {
    name: 'the drawer',
    page: () => panel,
    path: '/dashboard?section=outbox',
    before: '/dashboard?section=users',
    open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    selector: 'dialog.drawer',
    closeLabel: 'Close menu',
  },
  {
    name: "a listing's details",
    page: () => panel,
    path: '/dashboard',
    before: '/dashboard?section=users',
    open: (page) => page.locator('.row-open').first().click(),
    selector: 'dialog.sheet',
    closeLabel: 'Close',
  },
  {
    name: 'the confirmation before a delete',
    page: () => panel,
    path: '/dashboard?section=property',
    before: '/dashboard?section=users',
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
    selector: 'dialog.confirm',
    closeLabel: 'Cancel',
  },
  {
    name: 'the "This device" sheet',
    page: () => account,
    path: '/account/events',
    before: '/',
    open: (page) => page.getByRole('button', { name: 'This device' }).click(),
    selector: 'dialog.sheet',
    closeLabel: 'Close',
  },
  {
    name: 'the form of an event',
    page: () => account,
    path: '/account/events',
    before: '/',
    open: (page) => page.getByRole('button', { name: 'New event' }).click(),
    selector: 'dialog.sheet',
    closeLabel: 'Close',
  },
  {
    name: 'the sign-out confirmation',
    page: () => account,
    path: '/account/events',
    before: '/',
    open: (page) => page.getByRole('button', { name: 'Sign out' }).click(),
    selector: 'dialog.dialog',
    closeLabel: 'Close',
  },
]

describe.each(COVERS)('$name', ({ page: pageOf, path, before, open, selector, closeLabel }) => {
  const shown = (page: Page) => page.locator(selector)

  test('is closed by Back, by Escape and by its button, and then Back leaves the page', async () => {
    const page = pageOf()
    await page.goto(url + before)
    await page.goto(url + path)
    const ways: (() => Promise<unknown>)[] = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => shown(page).getByRole('button', { name: closeLabel, exact: true }).click(),
    ]
    for (const close of ways) {
      await open(page)
      await shown(page).waitFor()
      await close()
      await shown(page).waitFor({ state: 'detached' })
      expect(page.url()).toBe(url + path)
      await waitForPlainEntry(page)
    }
    await page.goBack()
    await page.waitForURL(url + before)
  })
})

/** Waits until the browser has left the modal's history entry, which happens asynchronously. */
function waitForPlainEntry(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () =>
      !(history.state as { modalDepth?: number } | null)?.modalDepth &&
      !location.search.includes('open=') &&
      !location.search.includes('sheet='),
  )
}

test('Forward does not reopen a drawer, and a reload removes the history entry of an open drawer', async () => {
  await panel.goto(`${url}/dashboard?section=users`)
  await panel.goto(`${url}/dashboard?section=outbox`)
  const openDrawer = () => panel.getByRole('button', { name: 'Menu', exact: true }).click()
  await openDrawer()
  await panel.goBack()
  await panel.locator('dialog').waitFor({ state: 'detached' })
  await panel.evaluate(() => history.forward())
  await openDrawer()
  await panel.locator('dialog').waitFor()
  await panel.reload()
  await waitForPlainEntry(panel)
  expect(await panel.locator('dialog').count()).toBe(0)
  await panel.goBack()
  await panel.waitForURL(`${url}/dashboard?section=users`)
})

test('Back closes a confirmation over details, then the details, and then leaves the page', async () => {
  await panel.goto(`${url}/dashboard?section=users`)
  await panel.goto(`${url}/dashboard?section=property`)
  const section = panel.url()
  await panel.locator('.row-open').first().click()
  const sheet = panel.locator('dialog.sheet')
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await panel.getByRole('alertdialog').waitFor()
  await panel.goBack()
  await panel.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await sheet.count()).toBe(1)
  await panel.goBack()
  await sheet.waitFor({ state: 'detached' })
  expect(panel.url()).toBe(section)
  await panel.goBack()
  await panel.waitForURL(`${url}/dashboard?section=users`)
})

test("a section chosen in the drawer replaces the drawer's history entry: Back leads to the previous section", async () => {
  await panel.goto(`${url}/dashboard?section=outbox`)
  const { length } = await historyOf(panel)
  await panel.getByRole('button', { name: 'Menu', exact: true }).click()
  await panel.locator('dialog.drawer').getByRole('link', { name: 'Loan Applications' }).click()
  await panel.waitForURL(`${url}/dashboard?section=loans`)
  await panel.locator('dialog.drawer').waitFor({ state: 'detached' })
  expect((await historyOf(panel)).length).toBe(length + 1)
  await panel.goBack()
  await panel.waitForURL(`${url}/dashboard?section=outbox`)
  await panel.getByRole('heading', { name: 'Outbox' }).waitFor()
})

test('one step back closes the "This device" sheet, even if it was opened from the drawer', async () => {
  await panel.goto(`${url}/dashboard?section=outbox`)
  await panel.getByRole('button', { name: 'Menu', exact: true }).click()
  await panel.getByRole('button', { name: 'This device' }).click()
  await panel.getByRole('dialog', { name: 'This device' }).waitFor()
  await panel.goBack()
  await panel.locator('dialog').waitFor({ state: 'detached' })
  expect(panel.url()).toBe(`${url}/dashboard?section=outbox`)
  expect(await historyOf(panel)).toMatchObject({ modalDepth: 0 })
})

test('a search typed just before a confirmation opens is kept after it closes', async () => {
  await panel.goto(`${url}/dashboard?section=property`)
  const button = panel.getByRole('button', { name: /^Delete / }).last()
  const name = (await button.getAttribute('aria-label'))?.replace('Delete ', '') ?? ''
  await panel.getByRole('searchbox').fill(name)
  await panel.getByRole('button', { name: `Delete ${name}` }).click()
  await panel.getByRole('alertdialog').waitFor()
  await panel.goBack()
  await panel.getByRole('alertdialog').waitFor({ state: 'detached' })
  await panel.waitForURL(
    `${url}/dashboard?${new URLSearchParams({ section: 'property', q: name })}`,
  )
  expect(await panel.getByRole('searchbox').inputValue()).toBe(name)
})

test('text typed into a form that Back closed is restored when the form is opened again', async () => {
  await account.goto(`${url}/account/events`)
  await account.getByRole('button', { name: 'New event' }).click()
  await eventForm(account).getByLabel('Title').fill('Roof-top viewing')
  await account.goBack()
  await eventForm(account).waitFor({ state: 'detached' })
  await account.getByRole('button', { name: 'New event' }).click()
  expect(await eventForm(account).getByLabel('Title').inputValue()).toBe('Roof-top viewing')
})

function historyOf(page: Page): Promise<{ length: number; modalDepth: number }> {
  return page.evaluate(() => ({
    length: history.length,
    modalDepth: (history.state as { modalDepth?: number } | null)?.modalDepth ?? 0,
  }))
}
