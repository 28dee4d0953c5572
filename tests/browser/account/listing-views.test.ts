import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { makeOperatorCalls, makePostingCalls } from '#tests/server/posting/posting-calls.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// A site on another origin shows a listing with the script of docs/views.md. The listing's owner reads the count.

const SCRIPT = /```html\n([\s\S]*?)```/
const PERSONS_BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

let browser: SharedBrowser
let server: TestServer
let site: Server
let page = ''

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  browser = await startSharedBrowser()
  server = await startTestServer({
    isClockRunning: true,
    distDir: inject('distDir'),
    settings: { corsOrigins: [addressOfSite()] },
  })
})
afterAll(async () => {
  await browser.close()
  await server.close()
  site.close()
})

function addressOfSite(): string {
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}` // a port, not a pipe
}

/** Visits the site several times on a new device, and hides that the browser is automated. */
async function visit(times: number): Promise<BrowserContext> {
  const context = await browser.open()
  const { page: visitor, noise } = await openPage(context, PHONE)
  await visitor.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
  })
  const debug = await context.newCDPSession(visitor)
  await debug.send('Network.setUserAgentOverride', { userAgent: PERSONS_BROWSER })
  for (let time = 0; time < times; time += 1) {
    const answered = visitor.waitForResponse((response) => response.url().endsWith('/api/views'))
    await visitor.goto(addressOfSite())
    expect((await answered).status()).toBe(204)
  }
  expect(noise).toEqual([])
  return context
}

test('the owner sees how many devices viewed a listing on the site that runs the documented script', async () => {
  const { email } = server.demoUser
  const owner = makePostingCalls(server, await server.signIn({ email, preferredRole: 'user' }))
  const id = await owner.post()
  await makeOperatorCalls(server, await server.signIn()).decide(id, 'approved')
  const url = await server.listen()
  const recipe = readFileSync(join(import.meta.dirname, '../../../docs/views.md'), 'utf8')
  page = (SCRIPT.exec(recipe)?.[1] ?? '')
    .replace(/data-listing="\w+"/, `data-listing="${id}"`)
    .replace(/data-api="[^"]+"/, `data-api="${new URL('/api', url).href}"`)

  const [first] = [await visit(3), await visit(1)]
  const stored = await first?.storageState()
  expect(stored?.origins[0]?.localStorage).toMatchObject([{ name: 'view-device' }])

  const { page: own } = await openPage(await browser.open(), PHONE)
  await openEventsAs(own, url, server.demoUser)
  await own.getByRole('link', { name: 'Your listings' }).click()
  const card = own.getByRole('listitem').filter({ hasText: 'Sunlit 2 BHK in Baner' })
  await card.getByText('2 views in the last 7 days').waitFor()
})
