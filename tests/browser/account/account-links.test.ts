import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import {
  DESKTOP,
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

const RAVI = { email: 'ravi@team.example', password: 'seven green parrots' }
const NEW_PASSWORD = 'nine green umbrellas'

let browser: SharedBrowser
let market: Market
let url: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await startSharedBrowser()
  market = await openMarket(inject('distDir'), 'inbox')
  url = market.network.url
})
afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser.close()
  await market.close()
})

async function openDevice(size: { width: number; height: number }): Promise<Page> {
  const context = await browser.open()
  contexts.push(context)
  return (await openPage(context, size)).page
}

/** The link in the newest mail. Its origin is replaced by that of the test server. */
async function readLink(): Promise<string> {
  const link = await market.server.getInbox().waitForLink(RAVI.email)
  return link.replace(market.server.publicUrl, url)
}

const choosePassword = (page: Page, password: string) =>
  page.getByLabel('Password', { exact: true }).fill(password)

test('an invited person joins the team by a mailed link, and resets a forgotten password by another mailed link', {
  tags: ['long'],
}, async () => {
  const owner = await openDevice(DESKTOP)
  await signIn(owner, url, market.server.operator)
  await owner.getByRole('link', { name: 'Team' }).click()
  await owner.getByRole('button', { name: 'Invite a person' }).click()
  await owner.getByLabel('Email').fill(RAVI.email)
  await owner.getByLabel('Role', { exact: true }).selectOption('Reviewer')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(`The invitation of ${RAVI.email} was sent`).waitFor()
  const invitation = await readLink()

  const phone = await openDevice(PHONE)
  await phone.goto(invitation)
  await phone.getByText(`Operator invites ${RAVI.email} as Reviewer.`).waitFor()
  expect(phone.url()).toBe(`${url}/account/join`)
  await phone.reload()
  await phone.getByText('Open the link from the e-mail again.').waitFor()
  await phone.goto(invitation)
  await phone.getByLabel('Full name').fill('Ravi Shah')
  await choosePassword(phone, RAVI.password)
  await phone.getByRole('button', { name: 'Join the team' }).click()
  await phone.waitForURL(`${url}/dashboard`)
  await phone.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()

  const other = await openDevice(PHONE)
  await other.goto(invitation)
  await other.getByText('This link was used already. Sign in with your password.').waitFor()
  await signIn(other, url, RAVI)

  const third = await openDevice(PHONE)
  await third.goto(`${url}/login`)
  await third.getByRole('link', { name: 'Forgot your password?' }).click()
  await third.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await third.getByLabel('Email').fill(RAVI.email)
  await third.getByRole('button', { name: 'Send link' }).click()
  await third.getByText(/a link is on its way/).waitFor()
  await expect.poll(readLink).toContain('/account/reset#')
  await third.goto(await readLink())
  await third.getByText(`For your team account, ${RAVI.email}.`).waitFor()
  await choosePassword(third, NEW_PASSWORD)
  await third.getByRole('button', { name: 'Change password' }).click()
  await third.getByRole('link', { name: 'Sign in' }).click()
  await third.waitForURL(`${url}/login`)
  await signIn(third, url, { ...RAVI, password: NEW_PASSWORD })

  // The reset ended the sessions of the other devices. Their next call signs them out.
  for (const page of [phone, other]) {
    await page.reload()
    await page.waitForURL(`${url}/`)
  }
})
