// @module-tag long
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { COMPANY } from '#src/config/company.ts'
import { fillRegistration, RAVI } from '#tests/browser/pages/account-page.ts'
import { expectNothingCovered, moveTo, type Place } from '#tests/browser/pages/covered-controls.ts'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker } from '#tests/browser/pages/panel-page.ts'
import { createDeployment } from '#tests/support/browser/deployment.ts'
import { PHONE } from '#tests/support/browser/device.ts'
import { getNextBuild } from '#tests/support/browser/next-build.ts'

// Where the offer of a new version stands on the pages that need no account, and that it yields to a one-time code.

const test = marketTest
  .extend('mail', FILE, () => 'inbox' as const)
  .extend('deployment', FILE, async ({ chromium: _needed }, { onCleanup }) => {
    const deployment = await createDeployment(inject('distDir'))
    onCleanup(deployment.remove)
    return deployment
  })
  .extend('distDir', FILE, ({ deployment }) => deployment.distDir)
  /** The next build, with the code of this one: a worker does not have the code of screens that need a network. */
  .extend('nextDir', FILE, async ({ chromium: _needed }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'next-build-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    for (const build of [inject('distDir'), await getNextBuild()])
      await cp(build, folder, { recursive: true })
    return folder
  })

const REGISTRATION: Place = { path: '/account/register', heading: 'Create an account' }
const PLACES: readonly Place[] = [
  { path: '/', heading: COMPANY.productName },
  { path: '/login', heading: 'Admin' },
  REGISTRATION,
  { path: '/account/sign-in', heading: 'Sign in' },
  { path: '/account/forgot', heading: 'Forgot your password?' },
  { path: '/grievance', heading: 'Send a grievance' },
  { path: '/privacy_policy', heading: 'Privacy Policy' },
  { path: '/terms_conditions', heading: 'Terms and Conditions' },
]

const prompt = (page: Page) => page.getByRole('region', { name: 'Update' })

test('on every page without an account, the offer of a new version leaves the controls free, and it is hidden while a code is asked for', async ({
  page,
  url,
  deployment,
  nextDir,
}) => {
  await page.goto(url)
  await installWorker(page)
  await page.goto(url)
  await deployment.deploy(nextDir)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
  await prompt(page).getByText('A new version is ready.').waitFor()
  await expectNothingCovered(page, PLACES)

  await page.setViewportSize(PHONE)
  await moveTo(page, REGISTRATION)
  await fillRegistration(page, RAVI)
  await prompt(page).waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Code').waitFor()
  await prompt(page).waitFor({ state: 'hidden' })
  expect(await page.locator('.edge-prompt').count()).toBe(1) // it waits
  await page.goBack()
  await prompt(page).waitFor()
})
