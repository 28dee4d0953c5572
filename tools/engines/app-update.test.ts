import { expect, inject } from 'vitest'
import { createDeployment } from '#tests/support/browser/deployment.ts'
import { getNextBuild } from '#tests/support/browser/next-build.ts'
import { engineTest } from './engine-test.ts'
import { signIn, waitForWorker } from './operator-steps.ts'

const PROMPT = { text: 'A new version is ready.' }
const SEARCH = { role: 'searchbox' }

const test = engineTest
  .extend('deployment', async ({ onTestFinished }) => {
    const deployment = await createDeployment(inject('distDir'))
    onTestFinished(deployment.remove)
    return deployment
  })
  .extend('distDir', ({ deployment }) => deployment.distDir)

test('a new build asks before it replaces the open one; a click on "Update" loads it and keeps the typed search', async ({
  deployment,
  page,
  server,
  url,
}) => {
  /** The next build sets `globalThis.buildMark`. */
  const isNextBuild = () => page.run(() => 'buildMark' in globalThis)
  await signIn(page, url, server.operator)
  await waitForWorker(page)
  await page.goto(`${url}/dashboard?section=property`)
  await page.fill(SEARCH, 'Bandra')

  await deployment.deploy(await getNextBuild())
  await page.run(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
  await page.waitFor(PROMPT)
  expect(await isNextBuild()).toBe(false)
  expect(await page.value(SEARCH)).toBe('Bandra')

  await page.click({ role: 'button', name: 'Update' })
  // `isNextBuild` rejects while the page reloads.
  await expect.poll(() => isNextBuild().catch(() => false)).toBe(true)
  await page.waitFor(SEARCH)
  expect(await page.value(SEARCH)).toBe('Bandra')
  expect(await page.count(PROMPT)).toBe(0)
})
