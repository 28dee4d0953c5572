import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDeployment, type Deployment } from '#tests/support/browser/deployment.ts'
import { type EngineMarket, openEngineMarket } from './engine-market.ts'
import type { EnginePage } from './engine-page.ts'
import { signIn, waitForWorker } from './operator-steps.ts'

const PROMPT = { text: 'A new version is ready.' }

let deployment: Deployment
let market: EngineMarket
let page: EnginePage

beforeEach(async () => {
  deployment = await createDeployment(inject('distDir'))
  market = await openEngineMarket({ distDir: deployment.distDir })
  page = await market.device.openPage()
})

afterEach(async () => {
  await market.close()
  await deployment.remove()
})

/** The next build sets `globalThis.buildMark`. */
const isNextBuild = () => page.run(() => 'buildMark' in globalThis)

test('a new build asks before it replaces the open one; a click on "Update" loads it and keeps the typed search', async () => {
  await signIn(page, market.url, market.server.operator)
  await waitForWorker(page)
  await page.goto(`${market.url}/dashboard?section=property`)
  await page.fill({ role: 'searchbox' }, 'Bandra')

  await deployment.deploy(inject('nextDistDir'))
  await page.run(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
  await page.waitFor(PROMPT)
  expect(await isNextBuild()).toBe(false)
  expect(await page.value({ role: 'searchbox' })).toBe('Bandra')

  await page.click({ role: 'button', name: 'Update' })
  // `isNextBuild` rejects while the page reloads.
  await expect.poll(() => isNextBuild().catch(() => false)).toBe(true)
  await page.waitFor({ role: 'searchbox' })
  expect(await page.value({ role: 'searchbox' })).toBe('Bandra')
  expect(await page.count(PROMPT)).toBe(0)
})
