// @module-tag long

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { setFactorRule } from '#server/accounts/second-factor/factor-rule-repository.ts'
import { listViolations, preparePage } from '#tests/browser/pages/axe-page.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { listTouchFaults, measureOverflow, setTouch } from '#tests/browser/pages/page-measures.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { codeOf } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { findFreePort } from '#tools/engines/free-port.ts'

// Passkeys of Chromium's virtual authenticator, and a required second factor. The server is opened as localhost,
// because passkeys need a domain name.

const MINUTE_MS = 60_000

const test = marketTest
  .extend('server', async ({ distDir }, { onCleanup }) => {
    // The server's public URL is a setting, so the port is chosen before the server starts.
    const port = await findFreePort()
    const publicUrl = `http://localhost:${port}`
    const server = await startTestServer({ isClockRunning: true, distDir, publicUrl })
    onCleanup(server.close)
    await server.listen(port)
    return server
  })
  .extend('url', ({ server }) => server.publicUrl)
  .extend('page', async ({ opened: { page } }) => {
    await setTouch(page, true)
    await preparePage(page)
    return page
  })
  .extend('press', ({ page }) => (name: string) => {
    return page.getByRole('button', { name, exact: true }).click()
  })

/** Adds a virtual authenticator with a screen lock, which confirms automatically. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
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

async function expectFitForPhones(page: Page): Promise<void> {
  expect(await listViolations(page)).toEqual([])
  expect(await listTouchFaults(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
}

test('a passkey is added, signs in, and confirms the identity before a PAN number is shown', async ({
  page,
  press,
  server,
  url,
}) => {
  await plugInAuthenticator(page)
  await signIn(page, url, server.operator)
  await page.goto(`${url}/dashboard?section=account`)
  await press('Add a passkey')
  await page.getByRole('button', { name: /^Rename Chrome on / }).waitFor()
  await expectFitForPhones(page)
  await page.evaluate(() => localStorage.removeItem('token'))

  await page.goto(`${url}/login`)
  await press('Sign in with a passkey')
  await page.waitForURL(`${url}/dashboard`)
  await page.goto(`${url}/dashboard?section=loans`)
  server.clock.advance(11 * MINUTE_MS)
  await page.locator('.row-open').first().click()
  await press('Show PAN')
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  await expectFitForPhones(page)
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

test('a person whose role requires a second factor sets up an authenticator app before the panel opens, and signs in with a recovery code', async ({
  page,
  press,
  server,
  url,
}) => {
  await setFactorRule(server.db, 'owner', true)
  const code = page.getByLabel('Code', { exact: true })
  async function startSignIn(): Promise<void> {
    const { email, password } = server.operator
    await page.goto(`${url}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press('Login')
    await code.waitFor()
    await expectFitForPhones(page)
  }
  await startSignIn()
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await code.fill(codeOf(server, secret))
  await press('Turn on and continue')
  await page.getByRole('button', { name: 'I saved the codes' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expectFitForPhones(page)
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const [first = ''] = await codes.allTextContents()
  await press('I saved the codes')
  await page.waitForURL(`${url}/dashboard`)

  await page.evaluate(() => localStorage.clear())
  await startSignIn()
  await press('Use a recovery code')
  await page.getByLabel('Recovery code').fill(first)
  await press('Continue')
  await page.waitForURL(`${url}/dashboard`)
  await page.goto(`${url}/dashboard?section=account`)
  await page.getByText('9 of 10 recovery codes left').waitFor()
})
