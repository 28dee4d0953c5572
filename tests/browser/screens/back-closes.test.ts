// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { rememberOperator } from '#tests/browser/pages/panel-page.ts'

// Back, on a phone a swipe from the edge, first closes a modal over the page. Only the next Back leaves the page.

const test = sharedMarketTest
  .extend('panel', async ({ page, context, server }) => {
    await rememberOperator(context, server)
    return page
  })
  .extend('account', async ({ page, url, server }) => {
    await signInAs(page, url, server.demoUser)
    await waitForEvents(page)
    return page
  })

interface Cover {
  name: string
  open(page: Page): Promise<void>
  selector: string
  /** The label of the button that closes the modal and does nothing else. */
  closeLabel: string
}

/** The modals over a section of the panel, with the query of its URL. */
const PANEL_COVERS: readonly (Cover & { query: string })[] = [
  {
    name: 'the drawer',
    query: '?section=outbox',
    open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    selector: 'dialog.drawer',
    closeLabel: 'Close menu',
  },
  {
    name: "a listing's details",
    query: '',
    open: (page) => page.locator('.row-open').first().click(),
    selector: 'dialog.sheet',
    closeLabel: 'Close',
  },
  {
    name: 'the confirmation before a delete',
    query: '?section=property',
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
    selector: 'dialog.confirm',
    closeLabel: 'Cancel',
  },
]

/** The modals over an end user's events. */
const ACCOUNT_COVERS: readonly Cover[] = [
  ['the "This device" sheet', 'This device', 'dialog.sheet'],
  ['the form of an event', 'New event', 'dialog.sheet'],
  ['the sign-out confirmation', 'Sign out', 'dialog.dialog'],
].map(([name = '', button = '', selector = '']) => ({
  name,
  open: (page) => page.getByRole('button', { name: button }).click(),
  selector,
  closeLabel: 'Close',
}))

describe('Back, Escape and its button close the modal, and then Back leaves the page:', () => {
  test.for(PANEL_COVERS)('$name', async (cover, { panel, url }) => {
    await panel.goto(`${url}/dashboard?section=users`)
    await panel.goto(`${url}/dashboard${cover.query}`)
    await expectCloses(panel, cover)
    await panel.waitForURL(`${url}/dashboard?section=users`)
  })

  test.for(ACCOUNT_COVERS)('$name', async (cover, { account, url }) => {
    await account.goto(`${url}/`)
    await account.goto(`${url}/account/events`)
    await expectCloses(account, cover)
    await account.waitForURL(`${url}/`)
  })
})

/** Closes the modal in each of the three ways, and then goes back. */
async function expectCloses(page: Page, { open, selector, closeLabel }: Cover): Promise<void> {
  const address = page.url()
  const modal = page.locator(selector)
  const ways: (() => Promise<unknown>)[] = [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => modal.getByRole('button', { name: closeLabel, exact: true }).click(),
  ]
  for (const close of ways) {
    await open(page)
    await modal.waitFor()
    await close()
    await modal.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)
    await waitForPlainEntry(page)
  }
  await page.goBack()
}

/** Waits until the browser has left the modal's history entry, which happens asynchronously. */
function waitForPlainEntry(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () =>
      !(history.state as { modalDepth?: number } | null)?.modalDepth &&
      !location.search.includes('open=') &&
      !location.search.includes('sheet='),
  )
}

test('Forward does not reopen a drawer, and a reload removes the history entry of an open drawer', async ({
  panel,
  url,
}) => {
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

test('Back closes a confirmation over details, then the details, and then leaves the page', async ({
  panel,
  url,
}) => {
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

test("a section chosen in the drawer replaces the drawer's history entry: Back leads to the previous section", async ({
  panel,
  url,
}) => {
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

test('one step back closes the "This device" sheet, even if it was opened from the drawer', async ({
  panel,
  url,
}) => {
  await panel.goto(`${url}/dashboard?section=outbox`)
  await panel.getByRole('button', { name: 'Menu', exact: true }).click()
  await panel.getByRole('button', { name: 'This device' }).click()
  await panel.getByRole('dialog', { name: 'This device' }).waitFor()
  await panel.goBack()
  await panel.locator('dialog').waitFor({ state: 'detached' })
  expect(panel.url()).toBe(`${url}/dashboard?section=outbox`)
  expect(await historyOf(panel)).toMatchObject({ modalDepth: 0 })
})

test('a search typed just before a confirmation opens is kept after it closes', async ({
  panel,
  url,
}) => {
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

function historyOf(page: Page): Promise<{ length: number; modalDepth: number }> {
  return page.evaluate(() => ({
    length: history.length,
    modalDepth: (history.state as { modalDepth?: number } | null)?.modalDepth ?? 0,
  }))
}
