import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { findAccount } from '#server/auth/account-repository.ts'
import { listRegistrations } from '#server/auth/registration/registration-repository.ts'
import {
  createEvent,
  deleteEvent,
  editTitle,
  eventCard,
  openEventsAs,
  RAVI,
  register,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import {
  listEventRows,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  comeBackOnline,
  waitForStatus,
  waitForToast,
  wakeWorker,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// An end user in a real browser, with the real server, a real mail server and a network that can be cut.

let market: Marketplace
let context: BrowserContext
let page: Page
let noise: string[]
let url: string

beforeEach(async () => {
  market = await openMarketplace(inject('distDir'), 'inbox')
  ;({ context } = market)
  url = market.network.url
})

afterEach(() => market.close())

async function accountOf(email: string) {
  const account = await findAccount(market.server.db, email, 'user')
  if (!account) throw new Error(`nobody registered as ${email}`)
  return account
}

const registrationsOf = (email: string) =>
  listRegistrations(market.server.db, email, market.server.clock.now().toISOString())

const eventsOf = async (email: string) => listEventRows(market.server, (await accountOf(email)).id)

describe.each([
  ['on a phone', PHONE, []],
  ['on a desktop', DESKTOP, ['long']],
])('%s', (_name, size, tags) => {
  test('a person registers with a mailed code, and creates, edits and deletes an event', {
    tags,
  }, async () => {
    ;({ page, noise } = await openPage(context, size))
    await page.goto(url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await register(page, url, RAVI)
    await page.getByText(RAVI.email).waitFor()
    const given = { phone_number: '+91 98765 43210', consent_policy: '17-06-2025' }
    expect(await findAccount(market.server.db, RAVI.email, 'user')).toBeUndefined()
    expect(await registrationsOf(RAVI.email)).toMatchObject([given])

    const code = await market.server.getInbox().waitForCode(RAVI.email)
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await waitForToast(page, 'Your e-mail address is verified.')
    await waitForEvents(page)
    expect(await accountOf(RAVI.email)).toMatchObject({
      ...given,
      role: 'user',
      verified: 1,
    })
    expect(await registrationsOf(RAVI.email)).toEqual([])
    await page.getByText('No events yet').waitFor()

    await createEvent(page, {
      title: 'Open house in Baner',
      starts: '2027-03-06T10:30',
      place: 'Baner Road, Pune',
    })
    await waitForToast(page, 'Event created successfully!')
    expect(await eventsOf(RAVI.email)).toMatchObject([
      {
        version: 1,
        fields: { title: 'Open house in Baner', startsAt: '2027-03-06T05:00:00.000Z' },
      },
    ])

    await editTitle(page, 'Open house in Baner', 'Second open house')
    await waitForToast(page, 'Event updated successfully!')
    await eventCard(page, 'Second open house').waitFor()
    expect(await eventsOf(RAVI.email)).toMatchObject([
      { version: 2, fields: { title: 'Second open house', place: 'Baner Road, Pune' } },
    ])

    await deleteEvent(page, 'Second open house')
    await waitForToast(page, 'Event deleted successfully!')
    await page.getByText('No events yet').waitFor()
    expect(await eventsOf(RAVI.email)).toEqual([])
    expect(noise).toEqual([])
  })
})

describe('without a network', () => {
  const demoUser = () => market.server.demoUser

  /** Opens the demo user's events on a restarted browser without a network. */
  async function openOffline() {
    ;({ page, noise } = await openPage(context, PHONE))
    await openEventsAs(page, url, demoUser())
    await market.device.stop()
    await market.network.cut()
    await reopen()
    await waitForStatus(page, 'Offline')
  }

  async function reopen() {
    context = await market.device.start()
    ;({ page, noise } = await openPage(context, PHONE))
    await page.goto(`${url}/account/events`)
    await waitForEvents(page)
  }

  test('events remain readable; creations, edits and deletions arrive exactly once after the network returns', async () => {
    await openOffline()
    const before = await eventsOf(demoUser().email)
    await page.getByText(/^Saved copy from/).waitFor()
    await page
      .getByRole('button', { name: /^Edit / })
      .nth(1)
      .waitFor()

    await createEvent(page, { title: 'Made in a tunnel', starts: '2027-03-06T10:30' })
    await waitForStatus(page, 'Offline · 1 waiting')
    await editTitle(page, 'Made in a tunnel', 'Made in a lift')
    await eventCard(page, 'Made in a lift').waitFor()
    await waitForStatus(page, 'Offline · 1 waiting')

    const [first, second] = await page.getByRole('button', { name: /^Delete / }).all()
    const kept = ((await first?.getAttribute('aria-label')) ?? '').replace('Delete ', '')
    const dropped = ((await second?.getAttribute('aria-label')) ?? '').replace('Delete ', '')
    await deleteEvent(page, kept)
    await eventCard(page, kept).getByRole('button', { name: 'Undo' }).click()
    await waitForStatus(page, 'Offline · 1 waiting')
    await deleteEvent(page, dropped)
    await waitForStatus(page, 'Offline · 2 waiting')

    await market.device.kill()
    await reopen()
    await waitForStatus(page, 'Offline · 2 waiting')
    await eventCard(page, 'Made in a lift').waitFor()
    expect(await eventsOf(demoUser().email)).toEqual(before)

    await comeBackOnline(market.network, page)
    await waitForToast(page, '2 changes sent.')
    const after = await eventsOf(demoUser().email)
    expect(after.map(({ fields }) => fields['title']).sort()).toEqual(
      [
        ...before.map(({ fields }) => fields['title']).filter((title) => title !== dropped),
        'Made in a lift',
      ].sort(),
    )
    expect(after.find(({ fields }) => fields['title'] === 'Made in a lift')?.version).toBe(1)
    await waitForStatus(page, 'Online')
    expect(withoutNetworkNoise(noise)).toEqual([])
  })

  test('with no page of the app open, the service worker sends an event', {
    tags: ['long'],
  }, async () => {
    await openOffline()
    await createEvent(page, { title: 'Sent by nobody', starts: '2027-03-06T10:30' })
    await waitForStatus(page, 'Offline · 1 waiting')
    const { page: plain } = await openPage(context, PHONE)
    await page.close()
    await market.network.heal()
    await plain.goto(`${url}/api/healthz`)
    await wakeWorker(plain, url)
    await expect
      .poll(async () => (await eventsOf(demoUser().email)).map(({ fields }) => fields['title']), {
        timeout: 60_000,
      })
      .toContain('Sent by nobody')
  })
})
