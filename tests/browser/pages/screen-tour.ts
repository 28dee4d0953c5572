import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { eventForm, openEventsAs, waitForEvents } from './account-page.ts'
import { MASKED_PAN, PAN } from './device-secrets.ts'
import { readDeviceStorage } from './panel-page.ts'

// Visits the main screens of an operator or of an end user, so that the device has received their data.

/** Opens the panel's main sections, a details sheet of each kind with its history, and an unmasked PAN number. */
export async function seeThePanel(page: Page, url: string): Promise<void> {
  for (const [section, part] of [
    ['outbox', 'h2'],
    ['privacypolicy', 'h2'],
    ['termsandconditions', 'h2'],
    ['payments', '.row-open'],
    ['team', 'text=Last active'],
    ['activity', 'text=Today'],
    ['account', 'text=Active now'],
  ] as const) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.locator(part).first().waitFor()
  }
  for (const section of ['users', 'property', 'dashboard', 'loans']) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.locator('.row-open').first().click()
    await page.locator('dialog.sheet dl').first().waitFor()
    await page
      .locator('dialog.sheet')
      .getByText(/^(Posted|Joined|Registered|Applied)/)
      .first()
      .waitFor()
  }
  await page.getByRole('button', { name: 'Show PAN' }).click()
  await page.getByText(PAN).waitFor()
  // Copies are written after their answers are shown, so wait for the last section's copy.
  await expect.poll(async () => JSON.stringify(await readDeviceStorage(page))).toMatch(MASKED_PAN)
}

/** Opens an end user's events, the form of one event, and the public pages. */
export async function seeTheAccount(
  page: Page,
  url: string,
  { demoUser }: Pick<TestServer, 'demoUser'>,
): Promise<void> {
  await openEventsAs(page, url, demoUser)
  for (const [path, part] of [
    ['/', 'h1'],
    ['/privacy_policy', 'h1'],
    ['/terms_conditions', 'h1'],
    ['/account/messages', 'main h2'],
    ['/account/listings', 'main h2'],
  ] as const) {
    await page.goto(url + path)
    await page.locator(part).first().waitFor()
  }
  await expect
    .poll(async () => JSON.stringify((await readDeviceStorage(page)).databases['cache']))
    .toContain('own-listings')
  await page.goto(`${url}/account/events`)
  await waitForEvents(page)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await eventForm(page).getByLabel('Title').waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await readDeviceStorage(page)).databases['cache']?.['copies'])
    .not.toEqual([])
}

export async function signOutOfPanel(page: Page, url: string, choice: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: choice, exact: true }).click()
  await page.waitForURL(`${url}/login`)
}
