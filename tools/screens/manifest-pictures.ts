import { join } from 'node:path'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import { watchRequests } from '#tests/support/browser/page-rest.ts'
import type { Stage } from './people.ts'
import { comeToRest } from './screen.ts'

const FORMS = [
  { name: 'narrow', viewport: PHONE, deviceScaleFactor: 2 },
  { name: 'wide', viewport: DESKTOP, deviceScaleFactor: 1 },
]

/** Takes the manifest's two screenshots, which browsers show when they offer to install the app. */
export async function takeManifestPictures(stage: Stage, folder: string): Promise<void> {
  for (const { name, ...look } of FORMS) {
    const context = await stage.openDevice('operator', { ...look, colorScheme: 'light' })
    const page = await context.newPage()
    watchRequests(page)
    await page.goto(`${stage.url}/dashboard`)
    await comeToRest(page)
    const path = join(folder, `dashboard-${name}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 80 })
    await context.close()
  }
}
