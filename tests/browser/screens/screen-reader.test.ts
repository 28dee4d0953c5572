// @module-tag long
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import {
  boardCard,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'

// What the browser exposes to screen readers for approve, reject, undo and delete: roles, names, states and
// announcements.

const test = marketTest
  .extend('title', async ({ page, url, server }) => {
    await signIn(page, url, server.operator)
    const [name = ''] = await pendingNames(page, 1)
    return name
  })
  .extend('toasts', ({ page }) => page.getByRole('region', { name: 'Messages' }))
  .extend('buttons', ({ page, title }) => boardCard(page, title).locator('.decision-buttons'))

/** Expects these lines, in this order and with any indentation, in the accessibility snapshot of an element. */
async function expectHeard(place: Locator, ...lines: string[]): Promise<void> {
  const hear = async () => (await place.ariaSnapshot()).replace(/^ +/gm, '')
  await expect.poll(hear).toContain(lines.join('\n'))
}

test('the button of an approval is exposed as pressed; the announced toast has a button that undoes the approval', async ({
  page,
  title,
  toasts,
  buttons,
}) => {
  await expectHeard(buttons, '- button "Accept"', '- button "Cancel"')
  const accept = buttons.getByRole('button', { name: 'Accept' })
  const describedBy = await accept.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe(title)

  await decide(page, title, 'Accept')
  await expectHeard(
    toasts,
    '- status:',
    '- paragraph: Property approved!',
    `- paragraph: ${title}`,
    '- button "Undo"',
    '- button "Close message"',
  )
  await expectHeard(buttons, '- button "Accept" [pressed]', '- button "Cancel"')
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expectHeard(buttons, '- button "Accept"', '- button "Cancel"')
  await waitForStatus(page, 'Online')
})

test('a rejection without a network is announced and exposed as waiting', async ({
  page,
  network,
  title,
  toasts,
  buttons,
}) => {
  await installWorker(page)
  await network.cut()
  await decide(page, title, 'Cancel')
  const saved = 'Saved on this device. It is sent when the server can be reached.'
  await expectHeard(toasts, '- status:', `- paragraph: ${saved}`)
  await expectHeard(buttons, '- button "Accept"', '- button "Cancel" [pressed]')
  await expectHeard(
    page.getByRole('banner'),
    '- link "Offline · 1 waiting":',
    '- /url: /dashboard?section=outbox',
    '- status: Offline · 1 waiting',
  )
})

test('a delete opens a confirmation that names the listing, and the deletion is announced', async ({
  page,
  title,
  toasts,
}) => {
  await boardCard(page, title).getByRole('button', { name: title, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: title, exact: true })
  const footer = sheet.locator('.modal-footer')
  await expectHeard(footer, '- button "Accept"', '- button "Cancel"', '- button "Delete"')
  await sheet.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  const words = 'Are you sure you want to permanently delete this property?'
  await expectHeard(question, `- alertdialog "${words}":`, `- heading "${words}" [level=2]`)
  const named = new RegExp(`- paragraph: .*${title} · [0-9A-F]{6}`)
  expect(await question.ariaSnapshot()).toMatch(named)
  await expectHeard(question, '- button "Cancel"', '- button "Delete"')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectHeard(toasts, '- status:', '- paragraph: Property deleted permanently.')
  await page
    .getByRole('dialog', { name: 'Property' })
    .or(sheet)
    .getByText('not in the list')
    .waitFor()
})
