// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { preparePage, type Screen, testLooks } from '#tests/browser/pages/axe-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { codeOf } from '#tests/server/auth/second-factor/enrolled-account.ts'
import { makeCells, writeCsv } from '#tests/server/imports/sheet-files.ts'
import {
  DESKTOP,
  openPage,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// The screens of the team, of mailed links and of an account pending deletion, in every size and theme.

const MINUTE_MS = 60_000
const INVITED = 'ravi@team.example'

let browser: SharedBrowser
let market: Market
/** A page without a session. */
let visitor: Page
let owner: Page
let member: Page
let url: string
let invitation: string

beforeAll(async () => {
  market = await openMarket(inject('distDir'), 'inbox')
  ;({ url } = market.network)
  browser = await startSharedBrowser()
  const openAnother = async () => (await openPage(await browser.open(), DESKTOP)).page
  visitor = await openAnother()
  owner = await openAnother()
  member = await openAnother()
  for (const page of [visitor, owner, member]) await preparePage(page)
  await market.server.signInAs('reviewer')
  await signIn(owner, url, market.server.operator)
  await signInAs(member, url, market.server.demoUser)
  await waitForEvents(member)
  await openTeam(owner)
  await owner.getByRole('button', { name: 'Invite a person' }).click()
  await owner.getByLabel('Email').fill(INVITED)
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(`The invitation of ${INVITED} was sent`).waitFor()
  const link = await market.server.getInbox().waitForLink(INVITED)
  invitation = link.replace(market.server.publicUrl, url)
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

async function openTeam(page: Page): Promise<void> {
  await page.goto(`${url}/dashboard?section=team`)
  await page.getByRole('heading', { name: 'People' }).waitFor()
}

function screen(name: string, pageOf: () => Page, open: (page: Page) => Promise<void>): Screen {
  return { name, page: pageOf, open }
}

testLooks([
  screen(
    'the team, and an invitation with an invalid e-mail address',
    () => owner,
    async (page) => {
      await openTeam(page)
      await page.getByText(INVITED).first().waitFor()
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByLabel('Email').fill('nobody')
      await page.getByRole('button', { name: 'Send invitation' }).click()
      await page.getByText('Enter a valid e-mail address.').waitFor()
    },
  ),
  screen(
    'the confirmation before a suspension',
    () => owner,
    async (page) => {
      await openTeam(page)
      await page
        .getByRole('button', { name: /^Suspend / })
        .last()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  ),
  screen(
    'the forms for an API key and a webhook, and an import file with an error',
    () => owner,
    async (page) => {
      await page.goto(`${url}/dashboard?section=team&part=sites`)
      await page.getByRole('button', { name: 'New API key' }).click()
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByText('Enter an address that begins with https://.').waitFor()
      const flawed = Buffer.from(writeCsv([makeCells('a', { PIN: '12' })]))
      const file = { name: 'flats.csv', mimeType: 'text/csv', buffer: flawed }
      await page.getByLabel('File of listings').setInputFiles(file)
      await page.getByRole('button', { name: 'Try without importing' }).click()
      await page.getByText('A PIN code has six digits.').waitFor()
    },
  ),
  screen(
    'the activity of the team',
    () => owner,
    async (page) => {
      await page.goto(`${url}/dashboard?section=activity`)
      await page.getByRole('region', { name: 'Today' }).waitFor()
    },
  ),
  screen(
    'the identity confirmation after a wrong password',
    () => owner,
    async (page) => {
      market.server.clock.advance(11 * MINUTE_MS)
      await page.goto(`${url}/dashboard?section=account`)
      await page.getByRole('button', { name: 'Download my data' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await dialog.getByLabel('Password', { exact: true }).fill('not the right one')
      await page.keyboard.press('Enter')
      await dialog.locator('[aria-invalid=true]').waitFor()
    },
  ),
  screen(
    'a forgotten password',
    () => visitor,
    async (page) => {
      await page.goto(`${url}/login`)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    },
  ),
  screen(
    'an invitation',
    () => visitor,
    async (page) => {
      await page.goto(invitation)
      await page.getByRole('button', { name: 'Join the team' }).waitFor()
    },
  ),
  screen(
    'a link that is not valid',
    () => visitor,
    async (page) => {
      await page.goto(`${url}/account/reset#${'a'.repeat(43)}`)
      await page.getByRole('alert').first().waitFor()
    },
  ),
  screen(
    'an authenticator app being set up',
    () => owner,
    async (page) => {
      await page.goto(`${url}/dashboard?section=account`)
      await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
      await page.getByLabel('Current password').fill(market.server.operator.password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.locator('code').waitFor()
    },
  ),
  screen(
    'the recovery codes',
    () => owner,
    async (page) => {
      const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
      await page.getByLabel('Code', { exact: true }).fill(codeOf(market.server, secret))
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('button', { name: 'I saved the codes' }).waitFor()
    },
  ),
  screen(
    'the second step of a sign-in, after a wrong code',
    () => visitor,
    async (page) => {
      await page.goto(`${url}/login`)
      await page.getByLabel('Email').fill(market.server.operator.email)
      await page.getByLabel('Password', { exact: true }).fill(market.server.operator.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  ),
  screen(
    'an account pending deletion',
    () => member,
    async (page) => {
      await signInAs(page, url, market.server.demoUser)
      await waitForEvents(page)
      await page.goto(`${url}/account/events?section=account`)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page
        .getByRole('alertdialog', { name: 'Delete your account?' })
        .getByRole('button', { name: 'Delete', exact: true })
        .click()
      await page.getByRole('button', { name: 'Keep my account', exact: true }).waitFor()
    },
  ),
])
