import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EngineBrowser, EngineName, EngineOptions, Size } from './engine-browser.ts'
import { type EnginePage, makePage } from './engine-page.ts'
import { CHROMIUM, FIREFOX } from './puppeteer-engine.ts'
import { WEBKIT } from './webkit-engine.ts'

const ENGINES: Record<EngineName, Engine> = { firefox: FIREFOX, webkit: WEBKIT, chromium: CHROMIUM }

export const PHONE: Size = { width: 390, height: 844 }
export const TABLET: Size = { width: 768, height: 1024 }
export const DESKTOP: Size = { width: 1440, height: 900 }

/** A browser of an engine on a profile of its own, which survives the process. */
export interface EngineDevice {
  openPage(size?: Size): Promise<EnginePage>
  /** Ends the browser in good order and starts it again. */
  restart(): Promise<void>
  /** Kills the browser and starts it again. */
  killAndRestart(): Promise<void>
  version(): string
  /** Kills the browser and removes the profile. */
  dispose(): Promise<void>
}

export async function createEngineDevice(
  name: EngineName,
  options: EngineOptions = {},
): Promise<EngineDevice> {
  const profile = await mkdtemp(join(tmpdir(), `${name}-profile-`))
  const start = () => ENGINES[name].start(profile, options)
  let browser: EngineBrowser = await start()
  return {
    async openPage(size = DESKTOP) {
      const tab = await browser.openTab()
      await tab.setSize(size)
      return makePage(tab)
    },
    async restart() {
      await browser.close()
      browser = await start()
    },
    async killAndRestart() {
      await browser.kill()
      browser = await start()
    },
    version: () => browser.version,
    async dispose() {
      await browser.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
