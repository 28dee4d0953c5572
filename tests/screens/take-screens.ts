import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { getChromium } from '#tests/support/chromium.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

// `npm run screens`: the pictures of the README, of the built app on demo data.

const FOLDER = resolve('docs/screens')
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
}

const server = await startTestServer({ isClockRunning: true, distDir: resolve('dist') })
const url = await server.listen()
const { executablePath, env } = getChromium()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>, // unset variables are left out by the copy
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
mkdirSync(FOLDER, { recursive: true })
for (const [name, size] of Object.entries(SIZES)) {
  const context = await browser.newContext({ ...size, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(server.operator.email)
  await page.getByLabel('Password', { exact: true }).fill(server.operator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('.board-card').nth(2).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(FOLDER, `dashboard-${name}.png`) })
  await context.close()
}
await browser.close()
await server.close()
