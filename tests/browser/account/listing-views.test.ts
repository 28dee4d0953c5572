// @module-tag long

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import {
  makeOperatorCalls,
  makePostingCalls,
} from '#tests/server/listings/content/posting-calls.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// A site on another origin shows a listing with the script of docs/views.md. The listing's owner reads the count.

const SCRIPT = /```html\n([\s\S]*?)```/
const PERSONS_BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

const test = marketTest
  /** The page that the site shows, and its address. */
  .extend('site', async ({ onTestFinished }) => {
    const shown = { html: '', url: '' }
    const site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(shown.html)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void site.close())
    await once(site, 'listening')
    shown.url = `http://127.0.0.1:${(site.address() as AddressInfo).port}` // a port, not a pipe
    return shown
  })
  .extend('server', async ({ distDir, site }, { onCleanup }) => {
    const settings = { corsOrigins: [site.url] }
    const server = await startTestServer({ isClockRunning: true, distDir, settings })
    onCleanup(server.close)
    return server
  })

/** Visits the site several times on a new device, and hides that the browser is automated. */
async function visit(context: BrowserContext, url: string, times: number): Promise<void> {
  const { page: visitor, noise } = await openPage(context, PHONE)
  await visitor.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
  })
  const debug = await context.newCDPSession(visitor)
  await debug.send('Network.setUserAgentOverride', { userAgent: PERSONS_BROWSER })
  for (let time = 0; time < times; time += 1) {
    const answered = visitor.waitForResponse((response) => response.url().endsWith('/api/views'))
    await visitor.goto(url)
    expect((await answered).status()).toBe(204)
  }
  expect(noise).toEqual([])
}

test('the owner sees how many devices viewed a listing on the site that runs the documented script', async ({
  newContext,
  page,
  server,
  site,
  url,
}) => {
  const { email } = server.demoUser
  const owner = makePostingCalls(server, await server.signIn({ email, preferredRole: 'user' }))
  const id = await owner.post()
  await makeOperatorCalls(server, await server.signIn()).decide(id, 'approved')
  const recipe = readFileSync(join(import.meta.dirname, '../../../docs/views.md'), 'utf8')
  site.html = (SCRIPT.exec(recipe)?.[1] ?? '')
    .replace(/data-listing="\w+"/, `data-listing="${id}"`)
    .replace(/data-api="[^"]+"/, `data-api="${new URL('/api', url).href}"`)

  const visitor = await newContext()
  await visit(visitor, site.url, 3)
  await visit(await newContext(), site.url, 1)
  const stored = await visitor.storageState()
  expect(stored.origins[0]?.localStorage).toMatchObject([{ name: 'view-device' }])

  await openEventsAs(page, url, server.demoUser)
  await page.getByRole('link', { name: 'Your listings' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Sunlit 2 BHK in Baner' })
  await card.getByText('2 views in the last 7 days').waitFor()
})
