// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { button, dayTest as test } from './day-test.ts'
import { watchDay } from './day-watch.ts'

const GUEST = 'venkata.subrahmanyam@subramaniam-and-daughters.example.in'

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

/** Moves the focus as Tab does, without counting the stops. */
async function pressOn(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await button(page, name).first().focus()
  await page.keyboard.press(key)
}

test('an owner invites, changes a role, edits and moves reasons, and makes a key by keys alone, and never loses the focus', async ({
  desk: page,
  server,
  url,
}) => {
  for (const role of ['reviewer', 'support'] as const) await server.signInAs(role)
  const { look, findings } = watchDay(page, 'manager-keys')
  await signIn(page, url, server.operator)
  await look('dashboard')
  for (const section of ['users', 'property', 'loans', 'payments', 'activity']) {
    await page.getByRole('navigation').locator(`a[href$="section=${section}"]`).focus()
    await page.keyboard.press('Enter')
    await page.locator('main .page-title:visible').waitFor()
    await look(section)
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Team' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Last active').first().waitFor()
  await pressOn(page, 'Invite a person')
  await page.keyboard.type(GUEST)
  await page.keyboard.press('Enter')
  await page.getByText(`The invitation of ${GUEST} was sent`).waitFor()
  await look('invited')

  await page.getByLabel('Role of Reviewer Person').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByLabel('Role of Reviewer Person').getAttribute('aria-disabled'))
    .toBeNull()
  await look('role')

  await pressOn(page, 'Actions for Price implausible')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sentence for the seller').waitFor()
  await look('reason')
  await page.keyboard.type(' ') // into its first field
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sentence for the seller').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Actions for Price implausible')
  await pressOn(page, /^Move Price implausible/, 'ArrowUp')
  await expect.poll(() => focused(page)).toMatch(/^Move Price implausible, 2 of/)
  await look('reason moved')
  await page.getByRole('switch', { name: 'A rejection needs a reason' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('switch', { name: 'A rejection needs a reason', checked: true }).waitFor()

  await page.goto(`${url}/dashboard?section=sites`)
  await pressOn(page, 'New API key')
  await page.keyboard.type('Site of Sharma Estates')
  await page.getByLabel('Business', { exact: true }).fill('Sharma Estates')
  await page.getByLabel('Email of the business').fill('office@sharma.example')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('The new API key')
  await look('key')
  await pressOn(page, 'New webhook')
  await look('webhook')
  await pressOn(page, 'Cancel')
  await expect.poll(() => focused(page)).toBe('New webhook')
  expect(findings).toEqual([])
})
