import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createEvent,
  eventCard,
  eventForm,
  fillRegistration,
  openEventsAs,
  RAVI,
  register,
  signInAs,
  signOut,
  typeCredentials,
  typeEvent,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { listEventRows, type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere } from '#tests/browser/pages/other-desk.ts'
import {
  readDeviceStorage,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { ADMIN_CALLS } from '#tests/contract/contract-calls.ts'
import {
  DESKTOP,
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Two people on one device see no data of each other, with and without a network. A person who is signed out while typing
// finds the text again.

let browser: SharedBrowser
let market: Market
let context: BrowserContext
let page: Page
let url: string

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  market = await openMarket()
  context = await browser.open()
  url = market.network.url
  ;({ page } = await openPage(context, PHONE))
})

afterEach(async () => {
  await context.close()
  await market.close()
})

const demoUser = () => market.server.demoUser
const demoTitles = async () =>
  (await listEventRows(market.server, demoUser().id)).map(({ fields }) => String(fields['title']))

const openAsDemoUser = () => openEventsAs(page, url, demoUser())

/** All stored data of the device as text, without the outbox, which may keep unsent changes. */
async function deviceText(): Promise<string> {
  const { databases, ...rest } = await readDeviceStorage(page)
  return JSON.stringify({ ...rest, databases: { ...databases, outbox: null } })
}

describe('two people on one device', () => {
  test("a user who signs in after another's sign-out finds none of their data, even offline", {
    tags: ['long'],
  }, async () => {
    await openAsDemoUser()
    const titles = await demoTitles()
    expect(await deviceText()).toContain(titles[0])
    await signOut(page)
    for (const theirs of [...titles, demoUser().email, demoUser().id])
      expect(await deviceText()).not.toContain(theirs)

    await register(page, url, RAVI)
    await page.goto(`${url}/account/events`)
    await page.getByText('No events yet').waitFor()
    await createEvent(page, { title: 'Mine alone', starts: '2027-03-06T10:30' })
    await waitForToast(page, 'Event created successfully!')

    await market.network.cut()
    await page.reload()
    await waitForStatus(page, 'Offline')
    await eventCard(page, 'Mine alone').waitFor()
    for (const theirs of titles)
      expect(await page.getByText(theirs, { exact: true }).count()).toBe(0)
  })

  test("a waiting change is never sent under another user's name, and waits until its user signs in again", async () => {
    await openAsDemoUser()
    await market.network.cut()
    await createEvent(page, { title: 'Waits for its owner', starts: '2027-03-06T10:30' })
    await waitForStatus(page, 'Offline · 1 waiting')
    await signOut(page, 'Keep for my next sign-in')
    await market.network.heal()

    await register(page, url, RAVI)
    await page.goto(`${url}/account/events`)
    await waitForStatus(page, 'Online')
    await page.getByText('No events yet').waitFor()
    expect(await demoTitles()).not.toContain('Waits for its owner')

    await signInAs(page, url, demoUser())
    await page
      .getByRole('alertdialog')
      .getByText(/on this device/)
      .first()
      .waitFor()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /sign out/i })
      .click()
    await waitForEvents(page)
    await expect.poll(demoTitles, { timeout: 30_000 }).toContain('Waits for its owner')
  })

  test('a registration while another user is signed in needs a confirmation; Cancel keeps typed text and session', {
    tags: ['long'],
  }, async () => {
    await openAsDemoUser()
    await page.goto(`${url}/account/register`)
    await fillRegistration(page, RAVI)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Full name').inputValue()).toBe(RAVI.fullName)
    await page.goto(`${url}/account/events`)
    await waitForEvents(page)
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor()
  })

  test("a registration in one tab also removes the previous user's data from another tab", {
    tags: ['long'],
  }, async () => {
    await openAsDemoUser()
    const titles = await demoTitles()
    const { page: other } = await openPage(context, PHONE)
    await other.goto(`${url}/account/events`)
    await other
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor()
    await page.goto(`${url}/account/register`)
    await fillRegistration(page, RAVI)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /sign out/i })
      .click()
    await page.waitForURL(`${url}/account/verify`)
    await other.getByText('No events yet').or(other.getByText('Sign in').first()).first().waitFor()
    for (const theirs of titles)
      expect(await other.getByText(theirs, { exact: true }).count()).toBe(0)
  })
})

test('a rejection on another device appears within 30 s, and moves no card under the pointer', {
  tags: ['long'],
}, async () => {
  const { page: desk } = await openPage(context, DESKTOP, { readsAhead: true })
  await desk.clock.install()
  await signIn(desk, url, market.server.operator)
  const cards = desk.locator('.board-card')
  const [first, second] = [cards.first(), cards.nth(1)]
  const id = (await first.getAttribute('data-row')) ?? ''
  await second.hover()
  const place = await second.boundingBox()
  await decideElsewhere(market, id, 'rejected')
  await desk.clock.fastForward(31_000)
  await first.getByText('Rejected').waitFor()
  expect(await first.getAttribute('data-row')).toBe(id)
  expect(await second.boundingBox()).toEqual(place)

  // Decided cards move to the end once the pointer has left the board.
  await desk.mouse.move(0, 0)
  await desk.clock.fastForward(1_000)
  await expect.poll(() => first.getAttribute('data-row')).not.toBe(id)
})

test("an end user's token gives no access to operator data, even with the admin flag in localStorage", {
  tags: ['long'],
}, async () => {
  await openAsDemoUser()
  const statuses = await page.evaluate(async (calls) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    }
    return Promise.all(
      calls.map(async ([method, path]) => {
        const body = method === 'PATCH' ? '{"status":"approved"}' : null
        return (await fetch(`/api${path}`, { method, headers, body })).status
      }),
    )
  }, ADMIN_CALLS)
  expect(statuses).toEqual(ADMIN_CALLS.map(() => 403))

  await page.evaluate(() => localStorage.setItem('admin', 'true'))
  await page.goto(`${url}/dashboard?section=users`)
  await page.getByText('This account may not see').first().waitFor()
  expect(await page.getByText(/@example\.in/).count()).toBe(0)
})

describe('a session that ends while the user is typing', () => {
  async function endSessions(): Promise<void> {
    const now = market.server.clock.now().toISOString()
    await market.server.db.updateTable('sessions').set({ revoked_at: now }).execute()
  }

  test('leads back to the same form with the same text after signing in', {
    tags: ['long'],
  }, async () => {
    await openAsDemoUser()
    await page.getByRole('button', { name: 'New event' }).click()
    await typeEvent(page, {
      title: 'Half a sentence',
      starts: '2027-03-06T10:30',
      place: 'Aundh',
    })
    await endSessions()
    await page.reload()
    await page.getByText(/Your session ended/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await deviceText()).not.toContain((await demoTitles())[0])

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await typeCredentials(page, demoUser())
    const form = eventForm(page)
    await form.getByLabel('Title').waitFor()
    expect(await form.getByLabel('Title').inputValue()).toBe('Half a sentence')
    expect(await form.getByLabel('Place').inputValue()).toBe('Aundh')
    expect(new URL(page.url()).search).toBe('?open=new')
    await form.getByRole('button', { name: 'Save' }).click()
    await waitForToast(page, 'Event created successfully!')
  })

  test('does not give its text or page to another user', { tags: ['long'] }, async () => {
    await openAsDemoUser()
    await page.getByRole('button', { name: 'New event' }).click()
    await typeEvent(page, { title: 'Half a sentence', starts: '2027-03-06T10:30' })
    await endSessions()
    await page.reload()
    await page.getByText(/Your session ended/).waitFor()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await fillRegistration(page, RAVI)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${url}/account/verify`)
    await page.goto(`${url}/account/events?open=new`)
    await eventForm(page).getByLabel('Title').waitFor()
    expect(await eventForm(page).getByLabel('Title').inputValue()).toBe('')
    expect(await deviceText()).not.toContain('Half a sentence')
  })

  test('keeps the unsent change, and sends it after its user signs in again', async () => {
    await openAsDemoUser()
    await endSessions()
    await createEvent(page, { title: 'Sent later', starts: '2027-03-06T10:30' })
    await page.getByText(/Your session ended/).waitFor()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await typeCredentials(page, demoUser())
    await waitForEvents(page)
    await expect.poll(demoTitles, { timeout: 30_000 }).toContain('Sent later')
    expect((await demoTitles()).filter((title) => title === 'Sent later')).toHaveLength(1)
  })
})
