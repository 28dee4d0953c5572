import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { comeToRest } from './screen.ts'

const FORMS = [
  { name: 'narrow', viewport: PHONE, deviceScaleFactor: 2 },
  { name: 'wide', viewport: DESKTOP, deviceScaleFactor: 1 },
]

/** Takes the manifest's two screenshots, which browsers show when they offer to install the app. */
export async function takeManifestPictures(
  { browser, server, url }: { browser: Browser; server: TestServer; url: string },
  folder: string,
): Promise<void> {
  for (const { name, viewport, deviceScaleFactor } of FORMS) {
    const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme: 'light' })
    const page = await context.newPage()
    await signIn(page, url, server.operator)
    await comeToRest(page)
    // Moves the pointer away from where it pressed "Login": an element there would look hovered.
    await page.mouse.move(0, 0)
    await page.screenshot({
      path: join(folder, `dashboard-${name}.jpg`),
      type: 'jpeg',
      quality: 80,
    })
    await context.close()
  }
}
