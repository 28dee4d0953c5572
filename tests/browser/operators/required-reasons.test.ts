// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import {
  comeBackOnline,
  installWorker,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { listOutbox, readCache, readServer, seeReady } from '#tests/browser/pages/review-mode.ts'
import { requireReasons } from '#tests/server/listings/reasons/reason-rule.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'

// "A rejection needs a reason", with real keys, a real network and the real server.

const test = marketTest.extend('page', async ({ opened: { page }, url, server }) => {
  await requireReasons(server, await server.signIn(), true)
  await page.setViewportSize(DESKTOP)
  await signIn(page, url, server.operator)
  await page.goto(`${url}/dashboard?section=property&review=next`)
  await seeReady(page)
  await expect.poll(() => readCache(page)).toContain('Photos missing or unclear')
  return page
})

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Reason for the rejection' })

/** Rejects with the first reason by three keys. */
async function rejectByKeys(page: Page): Promise<void> {
  await page.keyboard.press('r')
  await sheetOf(page).locator('fieldset button:focus').waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await sheetOf(page).waitFor({ state: 'detached' })
}

test('three keys reject with a reason; Escape and Back reject nothing', async ({
  page,
  server,
}) => {
  const { id } = await seeReady(page)
  await page.keyboard.press('r')
  await sheetOf(page).waitFor()
  await page.keyboard.press('Escape')
  await sheetOf(page).waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await sheetOf(page).waitFor()
  await page.goBack()
  await sheetOf(page).waitFor({ state: 'detached' })
  expect((await seeReady(page)).id).toBe(id)
  expect((await readServer(server, id)).audit).toEqual([])

  await rejectByKeys(page)
  await seeReady(page, { id })
  await expect
    .poll(async () => readServer(server, id))
    .toEqual({ audit: ['status rejected', 'reason photos'], reasons: [['photos', '', 1]] })
})

test('without a network, one change waits over a reload, and arrives once with its reason', async ({
  page,
  network,
  server,
}) => {
  const { id } = await seeReady(page)
  await installWorker(page)
  await network.cut()
  await rejectByKeys(page)
  await seeReady(page, { id })
  expect(await listOutbox(page)).toEqual(['status'])
  await page.reload()
  const second = await seeReady(page, { id })
  // The rule is in the saved copy too.
  await page.keyboard.press('r')
  await sheetOf(page).waitFor()
  await page.keyboard.press('Escape')
  expect(await listOutbox(page)).toEqual(['status'])
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await readServer(server, id)).toEqual({
    audit: ['status rejected', 'reason photos'],
    reasons: [['photos', '', 1]],
  })
  expect((await readServer(server, second.id)).audit).toEqual([])
})

test('a rejection from before the rule is refused and kept, and the outbox asks for its reason', async ({
  page,
  url,
  network,
  server,
}) => {
  await requireReasons(server, await server.signIn(), false)
  await page.reload()
  const { id } = await seeReady(page)
  await expect.poll(() => readCache(page)).toContain('"isRequired":false')
  await installWorker(page)
  await network.cut()
  await page.keyboard.press('r')
  await seeReady(page, { id })
  await requireReasons(server, await server.signIn(), true)
  await comeBackOnline(network, page)
  await page.goto(`${url}/dashboard?section=outbox`)
  await page
    .getByText('A rejection needs a reason by now, so the listing was not rejected.')
    .waitFor()
  expect((await readServer(server, id)).audit).toEqual([])
  await page.getByRole('button', { name: 'Give a reason' }).click()
  await sheetOf(page).getByRole('button', { name: 'Price implausible' }).click()
  await sheetOf(page).getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Nothing is waiting').waitFor()
  expect(await readServer(server, id)).toEqual({
    audit: ['status rejected', 'reason price'],
    reasons: [['price', '', 0]],
  })
})
