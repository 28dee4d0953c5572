// @module-tag long
import { expect } from 'vitest'
import { askForHints } from '#server/listings/changes/listing-hint-service.ts'
import { makeHintKind } from '#server/listings/review/hint-kind-service.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'
import { runJobs } from '#tests/support/server/job-run.ts'

// The checks find something in a submission. The desk has such submissions reviewed first, and looks up who decided about
// them; a reviewer finds their own decisions on a phone, also without a network.

const RAVI = 'reviewer@team.example'
const LIST = '/dashboard?section=property'
const test = marketTest.extend('openDevice', ({ newContext }) => async (size: typeof PHONE) => {
  const { page } = await openPage(await newContext(), size, { readsAhead: true })
  return page
})

test('a submission with a hint is found by it and reviewed first, and then found by who decided', async ({
  server,
  url,
  network,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const raviId = await server.findAccountId(RAVI)
  const phone = await openDevice(PHONE)
  const desk = await openDevice(DESKTOP)
  await signIn(desk, url, server.operator)
  const rows = desk.locator('tr[data-row]')

  // The checks look at the newest of the waiting listings, whose owner has no name.
  const newest = await server.db
    .selectFrom('listings')
    .select(['id', 'owner_id'])
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await desk.goto(`${url}${LIST}&hint=missing`)
  await desk.getByText('No property passes these filters').waitFor()
  await server.write(async (trx) => {
    const owner = trx.updateTable('users').set({ full_name: '' })
    await owner.where('id', '=', newest.owner_id).execute()
    // The others were looked at before, and have none.
    await trx.updateTable('listings').set({ hints: '' }).where('id', '<>', newest.id).execute()
    await askForHints(trx, server.clock.now())
  })
  await runJobs(server, makeHintKind(server))
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.first().getAttribute('data-row')).toBe(newest.id)
  await desk.getByRole('button', { name: 'Remove the filter “Hint: Missing name”' }).waitFor()

  // The owner of the panel chooses the order, and a review on the phone begins with it.
  await desk.goto(`${url}/dashboard?section=team`)
  await desk.getByLabel('Show first').selectOption({ label: 'Hints of checks first' })
  await desk.getByText(/^Listings with a hint of a check come first/).waitFor()
  const readsOrder = phone.waitForResponse(/\/api\/admin\/review-rules/)
  await signIn(phone, network.url, { email: RAVI, password: server.password })
  await installWorker(phone)
  await readsOrder
  await phone.goto(`${network.url}${LIST}&review=next`)
  const first = await seeReady(phone)
  expect(first.id).toBe(newest.id)
  await phone.getByRole('button', { name: 'Accept' }).click()
  await seeReady(phone, first)

  // The desk finds it by the person, whose name the filter says.
  await desk.goto(`${url}${LIST}&decided-by=${raviId}`)
  await desk
    .getByRole('button', { name: 'Remove the filter “Decided by: Reviewer Person”' })
    .waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.first().getAttribute('data-row')).toBe(newest.id)

  // Without a network, the phone has what its person decided, and what is decided now counts at once.
  await network.cut()
  await phone.getByRole('button', { name: 'Accept' }).click()
  await seeReady(phone)
  await phone.goto(`${network.url}${LIST}&decided-by=me`)
  await phone.getByText(/^2 of \d+ properties/).waitFor()
})
