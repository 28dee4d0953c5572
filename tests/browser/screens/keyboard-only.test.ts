// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForEvents } from '#tests/browser/pages/account-page.ts'
import { expectFocus, press, tabTo } from '#tests/browser/pages/keyboard.ts'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { waitForStatus } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'

// Whole days of work without a mouse. At every step, the focus is visible and where a person expects it.

const QUESTION = 'Are you sure you want to permanently delete this property?'

const test = sharedMarketTest
  .extend('size', () => DESKTOP)
  .extend('page', async ({ opened: { page } }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    return page
  })

async function typeCredentials(page: Page, person: { email: string; password: string }) {
  await page.getByLabel('Email').waitFor()
  await tabTo(page, 'input Email')
  await page.keyboard.type(person.email)
  await tabTo(page, 'input Password')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
}

/** Opens a section with the sidebar and checks that the focus moves to its heading. */
async function goTo(page: Page, section: string) {
  await tabTo(page, `a ${section}`, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: section }).waitFor()
  await expectFocus(page, { what: `h2 ${section}` })
}

async function closeWithEscape(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
}

test("an operator's day by keyboard alone: approve, undo, reject, delete, outbox, device, sign-out", async ({
  page,
  url,
  server,
}) => {
  await page.goto(`${url}/login`)
  await typeCredentials(page, server.operator)
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
  await expectFocus(page, { what: 'h2 Dashboard' })
  await goTo(page, 'Property Management')
  await page.locator('.shell-section:not([hidden]) tbody .row-open').first().waitFor()

  await goTo(page, 'Outbox')
  await tabTo(page, 'switch Work offline')
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Go online' }).waitFor()

  await goTo(page, 'Property Management')
  await tabTo(page, 'input Search properties')
  await page.keyboard.type('sea-view')
  await expect
    .poll(() => page.locator('.shell-section:not([hidden]) tbody .row-open').count())
    .toBeLessThan(12)
  const ids = await page.locator('.shell-section:not([hidden]) tbody .row-open').allTextContents()
  const titles = page.getByRole('table', { name: 'Properties' }).locator('td:nth-child(3)')
  const names = await titles.allTextContents()
  const [first = '', second = ''] = ids
  const [name = ''] = names

  await tabTo(page, `button ${first}`)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name, exact: true })
  await sheet.locator('dl').first().waitFor()
  await expectFocus(page, { what: 'button Close', place: name })
  await tabTo(page, 'button Accept')
  await press(page, 'Enter')
  await sheet.getByText('Waiting').waitFor()
  await expectFocus(page, { what: 'button Accept', place: name })
  await tabTo(page, 'button Undo', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await sheet.getByText('Waiting').waitFor({ state: 'detached' })
  await expectFocus(page, { what: 'button Accept', place: name })
  await tabTo(page, 'button Cancel')
  await press(page, 'Space')
  await sheet.getByText('Rejected').waitFor()
  await closeWithEscape(page)
  await expectFocus(page, { what: `button ${first}` })

  await tabTo(page, 'button Undo')
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: `button ${first}` })
  await tabTo(page, `button Delete ${name}`)
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'button Cancel', place: QUESTION })
  await closeWithEscape(page)
  await expectFocus(page, { what: `button Delete ${name}` })
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'button Cancel', place: QUESTION })
  expect(await press(page, 'Tab')).toMatchObject({ what: 'button Delete', place: QUESTION })
  await page.keyboard.press('Enter')
  await page.locator('tr[data-state="leaving"]').waitFor()
  await expectFocus(page, { what: `button ${first}` })

  await goTo(page, 'Outbox')
  await tabTo(page, 'button Undo')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is waiting').waitFor()
  await expectFocus(page, { what: 'h2 Outbox' })
  await tabTo(page, 'switch Work offline')
  await press(page, 'Space')
  await waitForStatus(page, 'Online')

  await goTo(page, 'Property Management')
  await tabTo(page, 'input Search properties')
  await page.keyboard.type('sea-view')
  await expect
    .poll(() => page.locator('.shell-section:not([hidden]) tbody .row-open').allTextContents())
    .toEqual(ids)
  await tabTo(page, 'button Property Title')
  await press(page, 'Enter')
  await page.locator('th[aria-sort="ascending"]').waitFor()
  await expectFocus(page, { what: 'button Property Title' })
  await press(page, 'Enter')
  await press(page, 'Enter')
  await expect
    .poll(() => page.locator('.shell-section:not([hidden]) tbody .row-open').allTextContents())
    .toEqual(ids)
  await tabTo(page, `button Delete ${name}`)
  await page.keyboard.press('Enter')
  await press(page, 'Tab')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.locator('.shell-section:not([hidden]) tbody .row-open').first().textContent())
    .toBe(second)
  await expectFocus(page, { what: `button ${second}` })

  await tabTo(page, 'button This device', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'button Close', place: 'This device' })
  await tabTo(page, 'button Dark')
  await press(page, 'Enter')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await closeWithEscape(page)
  await expectFocus(page, { what: 'button This device' })
  await tabTo(page, 'button Logout')
  await page.keyboard.press('Enter')
  await expectFocus(page, { place: 'Sign out?' })
  await tabTo(page, 'button Sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/login`)
})

test('an end user creates, edits and deletes an event by keyboard alone', async ({
  page,
  url,
  server,
}) => {
  await page.goto(`${url}/account/sign-in`)
  await typeCredentials(page, server.demoUser)
  await waitForEvents(page)
  await tabTo(page, 'button New event')
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'button Close', place: 'New event' })
  await tabTo(page, 'input Title')
  await page.keyboard.type('Roof-top viewing')
  await tabTo(page, 'input Starts')
  await page.keyboard.type('06/03/2027 10:30')
  await tabTo(page, 'button Save')
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expectFocus(page, { what: 'button New event' })

  await tabTo(page, 'button Edit Roof-top viewing')
  await page.keyboard.press('Enter')
  await expectFocus(page, { place: 'Edit event' })
  await tabTo(page, 'input Place')
  await page.keyboard.type('Baner, Pune')
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByText('Baner, Pune').waitFor()
  await expectFocus(page, { what: 'button Edit Roof-top viewing' })

  await tabTo(page, 'button Delete Roof-top viewing')
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'button Cancel', place: 'Delete this event?' })
  await press(page, 'Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Baner, Pune').waitFor({ state: 'detached' })
  await expectFocus(page, { what: 'h2 Your events' })
})
