// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { COMPANY } from '#src/config/company.ts'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { expectNothingCovered, type Place } from '#tests/browser/pages/covered-controls.ts'
import { sharedMarketTest as test } from '#tests/browser/pages/market-test.ts'
import { signIn, waitForToast } from '#tests/browser/pages/panel-page.ts'
import { describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { makeDecisions } from '#tests/server/notices/messages/message-runs.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// Where toasts and the offer to install stand on every page: never over a control that decides, nor over a bar at the
// bottom.

const PROPERTIES = { path: '/dashboard?section=property', heading: 'Property Management' }
const LISTS: readonly Place[] = [
  PROPERTIES,
  ofSection('users', 'User Management'),
  ofSection('loans', 'Loan Applications'),
  ofSection('grievances', 'Grievances'),
  ofSection('payments', 'All payments'),
  ofSection('inbox', 'Inbox'),
  ofSection('decisions', 'Recently decided'),
  ofSection('activity', 'Activity'),
  {
    ...PROPERTIES,
    path: `${PROPERTIES.path}&status=pending`,
    async prepare(page) {
      const rows = page.getByRole('checkbox', { name: /^Select / })
      await rows.first().check()
      await page.getByRole('region', { name: 'Selected properties' }).waitFor()
    },
  },
]
const DASHBOARD = { path: '/dashboard', heading: 'Dashboard' }
const SECTIONS: readonly Place[] = [
  DASHBOARD,
  ofSection('outbox', 'Outbox'),
  ofSection('team', 'Team'),
  ofSection('sites', 'Import and API'),
  ofSection('exports', 'Exports'),
  ofSection('account', 'Your account'),
  ofSection('privacypolicy', 'Privacy Policy'),
  ofSection('termsandconditions', 'Terms and Conditions'),
]
const REVIEW: Place = {
  path: `${PROPERTIES.path}&review=next`,
  heading: 'Review',
  prepare: seeReady,
}
const OWN_PAGES: readonly Place[] = [
  { path: '/account/events', heading: 'Your events' },
  { path: '/account/listings', heading: 'Your listings' },
  { path: '/account/messages', heading: 'Messages' },
  { path: '/account/events?section=account', heading: 'Your account' },
  { path: '/account/events?section=outbox', heading: 'Outbox' },
  { path: '/', heading: COMPANY.productName },
]
const FIRST_STEP = { path: '/account/listings?open=new', heading: 'What do you offer?' }
const WIZARD_STEPS: readonly Place[] = [
  FIRST_STEP,
  {
    ...FIRST_STEP,
    async prepare(page) {
      await describeFlat(page, 'Sunlit 2 BHK in Baner')
      await next(page)
      await page.getByRole('button', { name: 'Submit' }).waitFor()
    },
  },
]

function ofSection(section: string, heading: string): Place {
  return { path: `/dashboard?section=${section}`, heading }
}

/** Has the browser offer the installation, after the first minute. */
async function offerInstallation(page: Page): Promise<void> {
  await page.clock.fastForward(61_000)
  await page.evaluate(() => {
    const prompt = async () => undefined
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
}

interface Person {
  page: Page
  url: string
  server: TestServer
}

/** Signs in, and decides until the installation is offered below a failure, which stays until it is closed. */
async function failInPanel({ page, url, server }: Person): Promise<void> {
  await page.clock.install()
  await signIn(page, url, server.operator)
  await page.getByRole('button', { name: 'Accept' }).first().click()
  await waitForToast(page, 'Property approved!')
  expect(await page.getByRole('region', { name: 'Install' }).count()).toBe(0)
  await offerInstallation(page)
  await page.getByRole('button', { name: 'Accept' }).nth(1).click()
  await page.getByRole('region', { name: 'Install' }).waitFor()
  await page.route('**/status', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.getByRole('button', { name: 'Cancel' }).nth(2).click()
  await waitForToast(page, 'Failed to reject property.')
}

/** What opens over a section: the device, the details of a waiting listing, and the reasons for a rejection. */
async function listSheets(server: TestServer): Promise<Place[]> {
  const [open, rejected] = await server.db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  if (!open || !rejected) throw new Error('too few listings are waiting')
  await makeDecisions(server, await server.signIn(), rejected.id).decide('rejected')
  return [
    {
      ...DASHBOARD,
      path: '/dashboard?sheet=device',
      prepare: (page) => page.getByRole('dialog', { name: 'This device' }).waitFor(),
    },
    {
      ...PROPERTIES,
      path: `${PROPERTIES.path}&open=${open.id}`,
      prepare: (page) => page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor(),
    },
    {
      ...PROPERTIES,
      path: `${PROPERTIES.path}&reason=${rejected.id}`,
      prepare: (page) => page.getByRole('button', { name: 'Save reason' }).waitFor(),
    },
  ]
}

test('over the lists of the panel, messages leave the deciding controls and the bars at the bottom free', async ({
  page,
  url,
  server,
}) => {
  await failInPanel({ page, url, server })
  await expectNothingCovered(page, LISTS)
})

test('over the other sections and the sheets of the panel, messages leave the deciding controls free', async ({
  page,
  url,
  server,
}) => {
  await failInPanel({ page, url, server })
  await expectNothingCovered(page, [...SECTIONS, ...(await listSheets(server)), REVIEW])
})

/** Signs in, and deletes an event until the installation is offered. */
async function succeedAsUser({ page, url, server }: Person): Promise<void> {
  await page.clock.install()
  await openEventsAs(page, url, server.demoUser)
  await offerInstallation(page)
  await deleteFirstEvent(page)
  await waitForToast(page, 'Event deleted successfully!')
  await page.getByRole('region', { name: 'Install' }).waitFor()
}

async function deleteFirstEvent(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

test("on every page of an end user, the offer to install leaves the wizard's and the forms' controls free", async ({
  page,
  url,
  server,
}) => {
  await succeedAsUser({ page, url, server })
  await page.getByRole('button', { name: 'Close message' }).click()
  await expectNothingCovered(page, [...OWN_PAGES, ...WIZARD_STEPS])
})

test("with a failure above the offer, an end user's lists and the wizard stay free", async ({
  page,
  url,
  server,
}) => {
  await succeedAsUser({ page, url, server })
  await page.route('**/api/events/**', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { success: false } })
      : route.fallback(),
  )
  await deleteFirstEvent(page)
  await waitForToast(page, 'Failed to delete event!')
  await expectNothingCovered(page, [...OWN_PAGES.slice(0, 2), ...WIZARD_STEPS])
})
