import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere } from '#tests/browser/pages/other-desk.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// A page that follows the server's changes reads a list only after a notice, or after five minutes.

const test = operatorTest.extend('readsAhead', () => true).extend('size', () => DESKTOP)

function countStreams(page: Page): () => number {
  let open = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/changes')) open += 1
  })
  return () => open
}

const LIST = '/dashboard?section=property'

/** The first listing of the table that waits for a decision. */
async function findFirstPending(page: Page, server: TestServer) {
  const selects = page.getByLabel(/^Status of /)
  await selects.first().waitFor()
  for (const select of await selects.all()) {
    if ((await select.inputValue()) !== 'pending') continue
    const label = (await select.getAttribute('aria-label')) ?? ''
    const { id } = await getListingNamed(server, label.replace('Status of ', ''))
    return { id, statusOn: (tab: Page) => tab.getByLabel(label, { exact: true }).inputValue() }
  }
  throw new Error('no listing in view waits for a decision')
}

test("a colleague's decision arrives without a touch, in each tab of the device, through one stream", async ({
  page,
  context,
  url,
  server,
}) => {
  const streams = [countStreams(page)]
  await page.goto(url + LIST)
  const { id, statusOn } = await findFirstPending(page, server)
  await expect.poll(server.changes.countFollowers).toBe(1)
  const { page: second } = await openPage(context, DESKTOP, { readsAhead: true })
  streams.push(countStreams(second))
  await second.goto(url + LIST)
  await expect.poll(() => statusOn(second)).toBe('pending')
  await decideElsewhere({ server }, id, 'approved')
  for (const tab of [page, second]) await expect.poll(() => statusOn(tab)).toBe('approved')
  expect(server.changes.countFollowers()).toBe(1)
  expect(streams.map((count) => count()).reduce((sum, count) => sum + count)).toBe(1)
})

test('after the network was gone, the page goes on from where it was, and shows what it missed', {
  tags: ['long'],
}, async ({ page, url, server, network }) => {
  await page.goto(url + LIST)
  const { id, statusOn } = await findFirstPending(page, server)
  await expect.poll(server.changes.countFollowers).toBe(1)
  await network.cut()
  await expect.poll(server.changes.countFollowers).toBe(0)
  await decideElsewhere({ server }, id, 'rejected')
  await network.heal()
  await expect.poll(server.changes.countFollowers).toBe(1)
  await expect.poll(() => statusOn(page)).toBe('rejected')
})
