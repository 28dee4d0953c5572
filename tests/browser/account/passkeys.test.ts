import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { setFactorRule } from '#server/auth/second-factor/factor-rule-repository.ts'
import { listViolations, preparePage } from '#tests/browser/pages/axe-page.ts'
import { listTouchFaults, measureOverflow, setTouch } from '#tests/browser/pages/page-measures.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { findFreePort } from '#tests/engines/free-port.ts'
import { codeOf } from '#tests/server/auth/second-factor/enrolled-account.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// Passkeys of Chromium's virtual authenticator, and a required second factor. The server is opened as localhost,
// because passkeys need a domain name.

const MINUTE_MS = 60_000

let browser: SharedBrowser
let server: TestServer
let context: BrowserContext
let page: Page
let url: string

beforeAll(async () => {
  browser = await startSharedBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  // The server's public URL is a setting, so the port is chosen before the server starts.
  const port = await findFreePort()
  url = `http://localhost:${port}`
  const distDir = inject('distDir')
  server = await startTestServer({ isClockRunning: true, distDir, publicUrl: url })
  await server.listen(port)
  context = await browser.open()
  ;({ page } = await openPage(context, PHONE))
  await setTouch(page, true)
  await preparePage(page)
})
afterEach(async () => {
  await context.close()
  await server.close()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** Adds a virtual authenticator with a screen lock, which confirms automatically. */
async function plugInAuthenticator(): Promise<void> {
  const debug = await context.newCDPSession(page)
  await debug.send('WebAuthn.enable')
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function expectFitForPhones(): Promise<void> {
  expect(await listViolations(page)).toEqual([])
  expect(await listTouchFaults(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
}

test('a passkey is added, signs in, and confirms the identity before a PAN number is shown', async () => {
  await plugInAuthenticator()
  await signIn(page, url, server.operator)
  await page.goto(`${url}/dashboard?section=account`)
  await press('Add a passkey')
  await page.getByRole('button', { name: /^Rename Chrome on / }).waitFor()
  await expectFitForPhones()
  await page.evaluate(() => localStorage.removeItem('token'))

  await page.goto(`${url}/login`)
  await press('Sign in with a passkey')
  await page.waitForURL(`${url}/dashboard`)
  await page.goto(`${url}/dashboard?section=loans`)
  server.clock.advance(11 * MINUTE_MS)
  await page.locator('.row-open').first().click()
  await press('Show PAN')
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  await expectFitForPhones()
  await press('Use a passkey')
  await page.getByText(/^[A-Z]{5}\d{4}[A-Z]$/).waitFor()
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['action', 'to_value'])
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, to_value: to }) => [action, to])).toEqual([
    ['sign-in', null],
    ['second-factor', 'passkey added'],
    ['sign-in', null],
    ['pan-reveal', null],
  ])
})

test('a person whose role requires a second factor sets up an authenticator app before the panel opens', async () => {
  await setFactorRule(server.db, 'owner', true)
  const { email, password } = server.operator
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Login')
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await expectFitForPhones()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(server, secret))
  await press('Turn on and continue')
  await page.getByRole('button', { name: 'I saved the codes' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expectFitForPhones()
  await press('I saved the codes')
  await page.waitForURL(`${url}/dashboard`)
})
