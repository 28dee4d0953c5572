import { expect } from 'vitest'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { operatorTest as test } from './engine-test.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  goOffline,
  listPending,
  type Plot,
  signIn,
  waitForStatus,
  waitForWorker,
} from './operator-steps.ts'

// The main steps of an operator's day, in the engine under test against the real server.

/** The decisions in the audit log by listing, oldest first. The order across listings is not fixed. */
async function listDecisions(server: TestServer) {
  const decisions: Record<string, (string | null)[]> = {}
  for (const { entity_id, to_value } of await listAuditRows(server)) {
    decisions[entity_id] = [...(decisions[entity_id] ?? []), to_value]
  }
  return decisions
}

async function countKeys(server: TestServer): Promise<number> {
  const rows = await listAuditRows(server)
  return new Set(rows.map((row) => row.idempotency_key)).size
}

test('an operator signs in, reads the dashboard and decides; each decision is on the server', async ({
  page,
  server,
}) => {
  await page.waitFor({ css: '[data-value="140"]' })
  const [accepted, rejected] = (await listPending(page, 2)) as [Plot, Plot] // listPending returns 2
  await decide(page, accepted, 'Accept')
  await page.waitFor({ text: 'Approved', within: boardCard(accepted) })
  await decide(page, rejected, 'Cancel')
  await page.waitFor({ text: 'Rejected', within: boardCard(rejected) })
  await expect
    .poll(() => listDecisions(server))
    .toEqual({
      [accepted.id]: ['approved'],
      [rejected.id]: ['rejected'],
    })
})

test('three decisions made offline survive a kill of the browser, and each reaches the server once', async ({
  device,
  network,
  page: first,
  server,
  url,
}) => {
  await waitForWorker(first)
  const [one, two, three] = (await listPending(first, 3)) as [Plot, Plot, Plot] // listPending returns 3
  // A browser writes the session's token to disk only after seconds or on exit. The restart makes it survive the kill.
  await device.restart()
  let page = await device.openPage()
  await page.goto(`${url}/dashboard`)
  await goOffline(network, page)
  await decide(page, one, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  await decide(page, two, 'Cancel')
  await waitForStatus(page, 'Offline · 2 waiting')
  await decide(page, three, 'Accept')
  await waitForStatus(page, 'Offline · 3 waiting')

  await device.killAndRestart()
  page = await device.openPage()
  await page.goto(`${url}/dashboard`)
  await waitForStatus(page, 'Offline · 3 waiting')
  await page.waitFor({ text: 'Waiting', within: boardCard(one) })
  expect(await listDecisions(server)).toEqual({})

  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await listDecisions(server)).toEqual({
    [one.id]: ['approved'],
    [two.id]: ['rejected'],
    [three.id]: ['approved'],
  })
  expect(await countKeys(server)).toBe(3)
})

test('two tabs show the same decisions, and each decision made offline in either tab reaches the server once', async ({
  device,
  network,
  page,
  server,
  url,
}) => {
  const second = await device.openPage()
  await second.goto(`${url}/dashboard`)
  const [one, two, three] = (await listPending(second, 3)) as [Plot, Plot, Plot] // listPending returns 3
  await page.bringToFront()
  await decide(page, one, 'Accept')
  // A hidden tab reads nothing from the device until it is shown.
  await second.bringToFront()
  await second.waitFor({ text: 'Approved', within: boardCard(one) })
  await page.bringToFront()
  await expect.poll(() => listDecisions(server)).toEqual({ [one.id]: ['approved'] })
  await waitForStatus(page, 'Online')

  await network.cut()
  await decide(page, two, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  await second.bringToFront()
  await second.waitFor({ text: 'Waiting', within: boardCard(two) })
  await decide(second, three, 'Cancel')
  await waitForStatus(second, 'Offline · 2 waiting')
  await page.bringToFront()
  await waitForStatus(page, 'Offline · 2 waiting')

  await comeBackOnline(network, page)
  for (const tab of [page, second]) {
    await tab.bringToFront()
    await waitForStatus(tab, 'Online')
  }
  expect(await listDecisions(server)).toEqual({
    [one.id]: ['approved'],
    [two.id]: ['approved'],
    [three.id]: ['rejected'],
  })
  expect(await countKeys(server)).toBe(3)
})

test('a decision that is kept when the operator signs out offline is sent after the next sign-in', async ({
  network,
  page,
  server,
  url,
}) => {
  await waitForWorker(page)
  const [plot] = (await listPending(page, 1)) as [Plot] // listPending returns 1
  await goOffline(network, page)
  await decide(page, plot, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  await page.click({ role: 'button', name: 'Logout' })
  await page.click({ role: 'button', name: 'Keep for my next sign-in' })
  await page.waitForPath('/login')
  await network.heal()
  expect(await listDecisions(server)).toEqual({})

  await signIn(page, url, server.operator)
  await waitForStatus(page, 'Online')
  expect(await listDecisions(server)).toEqual({ [plot.id]: ['approved'] })
})
