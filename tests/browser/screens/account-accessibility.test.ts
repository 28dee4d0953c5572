// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { RAVI, register, signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { preparePage, testLooks } from '#tests/browser/pages/axe-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { chooseFiles, describeFlat } from '#tests/browser/pages/posting-wizard.ts'
import { makeDecisions, runMessages } from '#tests/server/messages/message-runs.ts'
import { makePostingCalls } from '#tests/server/posting/posting-calls.ts'
import { makeJpeg } from '#tests/server/uploads/made-photos.ts'
import {
  DESKTOP,
  openPage,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Automated checks of WCAG 2.2 AA for the end users' screens, in every size and theme, with and without form errors.

let browser: SharedBrowser
let market: Market
/** `visitor` has no session. */
let visitor: Page
/** `newcomer` is an unverified account; `owner` is the demo's end user, with events. Each has its own browser profile. */
let newcomer: Page
let owner: Page
let url: string

beforeAll(async () => {
  market = await openMarket()
  url = market.network.url
  browser = await startSharedBrowser()
  const openAnother = async () => (await openPage(await browser.open(), DESKTOP)).page
  visitor = await openAnother()
  newcomer = await openAnother()
  owner = await openAnother()
  for (const page of [visitor, newcomer, owner]) await preparePage(page)
  await register(newcomer, url, RAVI)
  await signInAs(owner, url, market.server.demoUser)
  await waitForEvents(owner)
  await tellOwner()
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

async function tellOwner(): Promise<void> {
  const { server } = market
  const { email } = server.demoUser
  const token = await server.signIn({ email, preferredRole: 'user' })
  const id = await makePostingCalls(server, token).post()
  const { decide, explain } = makeDecisions(server, await server.signIn(), id)
  await decide('rejected')
  await explain()
  server.clock.advance(60_000)
  await runMessages(server)
}

testLooks([
  {
    name: 'the home page',
    page: () => visitor,
    async open(page) {
      await page.goto(url)
      await page.getByRole('link', { name: 'Create an account' }).waitFor()
    },
  },
  {
    name: 'the account, changing the password',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/events?section=account`)
      await page.getByText('Active now').waitFor()
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByLabel('New password', { exact: true }).waitFor()
    },
  },
  {
    name: 'the wizard of a listing with fields left out',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/listings?open=${'e'.repeat(24)}`)
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('Choose a kind of property.').waitFor()
    },
  },
  {
    name: 'the photos of a listing, one uploaded and one refused',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/listings?open=${'d'.repeat(24)}`)
      await describeFlat(page, 'Flat with a photo')
      const photo = await makeJpeg({ width: 800, height: 600 })
      const files = [
        { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo },
        { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
      ]
      await chooseFiles(page, 'Choose photos', files)
      await page.getByText('IMG_2.jpg: This device cannot read the photo.').waitFor()
      await page.getByRole('img', { name: 'Photo 1' }).waitFor()
    },
  },
  {
    name: 'the list of own listings with a draft',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/listings?open=${'e'.repeat(24)}`)
      await page.getByRole('button', { name: 'Save and close' }).click()
      await page.getByRole('button', { name: 'Continue Untitled listing' }).waitFor()
    },
  },
  {
    name: 'the messages, one of which asks for changes',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/messages`)
      await page.getByText('Correct it and submit it again.').waitFor()
      await page.getByRole('switch').waitFor()
    },
  },
  {
    name: 'the home page of a signed-in user',
    page: () => owner,
    async open(page) {
      await page.goto(url)
      await page.getByRole('link', { name: /Your events/ }).waitFor()
    },
  },
  {
    name: 'the registration with every field invalid',
    page: () => visitor,
    async open(page) {
      await page.goto(`${url}/account/register`)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Enter your name.').waitFor()
    },
  },
  {
    name: 'the sign-in after a wrong password',
    page: () => visitor,
    async open(page) {
      await signInAs(page, url, { email: 'nobody@example.in', password: 'not the right one' })
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'the code page after a wrong code',
    page: () => newcomer,
    async open(page) {
      await page.goto(`${url}/account/verify`)
      await page.getByLabel('Code').fill('12')
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await page.getByText('The code has 6 digits.').waitFor()
    },
  },
  {
    name: 'an empty list of events',
    page: () => newcomer,
    async open(page) {
      await page.goto(`${url}/account/events`)
      await page.getByText('No events yet').waitFor()
    },
  },
  {
    name: 'a list of events',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/events`)
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'the form with its errors',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/events?open=new`)
      await page.getByRole('dialog').getByLabel('Title').fill('')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Give the event a title.').waitFor()
    },
  },
  {
    name: 'the delete confirmation',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/events`)
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'the outbox',
    page: () => owner,
    async open(page) {
      await page.goto(`${url}/account/events?section=outbox`)
      await page.getByText('Nothing is waiting').waitFor()
    },
  },
])
