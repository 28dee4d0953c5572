import { expect } from 'vitest'
import { marketTest as test } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import { decideAllElsewhere } from '#tests/browser/pages/other-desk.ts'
import {
  findInTable,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'

// Deciding with real key events, and taking decisions back.

const deskTest = test.extend('size', () => DESKTOP)

deskTest(
  'in the status select, arrows and letters only move; Enter decides, and Z takes it back',
  async ({ page, url, server }) => {
    await signIn(page, url, server.operator)
    const [name = ''] = await pendingNames(page, 1)
    await findInTable(page, url, name)
    const select = page.getByLabel(`Status of ${name}`)
    const toValues = async () => (await listAuditRows(server)).map(({ to_value }) => to_value)
    await select.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await select.inputValue()).toBe('rejected')
    await page.keyboard.press('Escape')
    expect(await select.inputValue()).toBe('pending')
    await page.keyboard.press('r')
    await page.keyboard.press('Tab')
    expect(await select.inputValue()).toBe('pending')
    expect(await toValues()).toEqual([])

    await select.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waitForToast(page, 'Status updated successfully!')
    expect(await toValues()).toEqual(['approved'])

    // The toast is the next stop after the select, and Shift+Tab leads back.
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    expect(await focused()).toMatch(/^Undo/)
    await page.keyboard.press('Shift+Tab')
    expect(await select.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('z')
    await expect.poll(toValues).toEqual(['approved', 'pending'])
    await expect.poll(() => select.inputValue()).toBe('pending')

    // A press decides at once.
    await select.selectOption('rejected')
    await expect.poll(toValues).toEqual(['approved', 'pending', 'rejected'])
  },
)

deskTest(
  'after a decision in the details, Tab leads to its message inside them, and Z takes the next one back',
  { tags: ['long'] },
  async ({ page, url, server }) => {
    await signIn(page, url, server.operator)
    const [name = '', other = ''] = await pendingNames(page, 2)
    const toValues = async () => (await listAuditRows(server)).map(({ to_value }) => to_value)
    await page.goto(detailsUrl(url, (await getListingNamed(server, name)).id))
    const sheet = page.getByRole('dialog', { name })
    await sheet.getByRole('button', { name: 'Accept' }).focus()
    await page.keyboard.press('Enter')
    await waitForToast(page, 'Property approved!')
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    expect(await focused()).toMatch(/^Undo/)
    await page.keyboard.press('Enter')
    await expect.poll(toValues).toEqual(['approved', 'pending'])
    expect(await sheet.isVisible()).toBe(true)

    await page.goto(detailsUrl(url, (await getListingNamed(server, other)).id))
    await page.getByRole('dialog', { name: other }).getByRole('button', { name: 'Accept' }).click()
    await waitForToast(page, 'Property approved!')
    await page.keyboard.press('z')
    await expect.poll(toValues).toEqual(['approved', 'pending', 'approved', 'pending'])
  },
)

test('a message over the details can be pressed', { tags: ['long'] }, async ({
  page,
  url,
  server,
}) => {
  await signIn(page, url, server.operator)
  const [name = ''] = await pendingNames(page, 1)
  await page.goto(detailsUrl(url, (await getListingNamed(server, name)).id))
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Accept' }).click()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await listAuditRows(server)).map(({ to_value }) => to_value))
    .toEqual(['approved', 'pending'])
})

const detailsUrl = (url: string, id: string) => `${url}/dashboard?section=property&open=${id}`

test('six decisions that somebody else made first are one message that leads to the outbox, where all can be left', {
  tags: ['long'],
}, async ({ page, url, server }) => {
  await signIn(page, url, server.operator)
  const names = await pendingNames(page, 6)
  const ids: string[] = []
  for (const name of names) ids.push((await getListingNamed(server, name)).id)
  await decideAllElsewhere({ server }, ids, 'approved')
  // At once, because the first answer refreshes the board, which then lacks the others.
  await page.evaluate((all) => {
    for (const id of all)
      document.querySelector<HTMLElement>(`[data-row="${id}"] [data-variant="reject"]`)?.click()
  }, ids)
  await page.getByText('6 were already decided by you', { exact: false }).waitFor()
  expect(await page.getByText('Failed to reject property.').count()).toBe(0)
  expect(await page.locator('.toast').count()).toBe(1)
  await page.getByRole('button', { name: 'See them' }).click()
  await page.getByRole('heading', { name: 'Outbox' }).waitFor()
  await page.getByRole('button', { name: 'Leave as approved by you' }).first().waitFor()
  await page.getByRole('button', { name: 'Leave all as decided' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForStatus(page, 'Online')
  expect(await status(page).isVisible()).toBe(true)
  expect((await listAuditRows(server)).map(({ to_value }) => to_value)).toEqual(
    Array(6).fill('approved'),
  )
})
