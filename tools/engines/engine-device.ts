import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EngineBrowser, EngineName, EngineOptions, Size } from './engine-browser.ts'
import { makePage } from './engine-page.ts'
import { CHROMIUM, FIREFOX } from './puppeteer-engine.ts'
import { WEBKIT } from './webkit-engine.ts'

const ENGINES: Record<EngineName, Engine> = { firefox: FIREFOX, webkit: WEBKIT, chromium: CHROMIUM }

export const PHONE: Size = { width: 390, height: 844 }
export const TABLET: Size = { width: 768, height: 1024 }
export const DESKTOP: Size = { width: 1440, height: 900 }

/** A browser of one engine. Its profile outlives each browser process. */
export async function createEngineDevice(name: EngineName, options: EngineOptions = {}) {
  const profile = await mkdtemp(join(tmpdir(), `${name}-profile-`))
  const start = () => ENGINES[name].start(profile, options)
  let browser: EngineBrowser | null = await start()

  function getBrowser(): EngineBrowser {
    if (!browser) throw new Error('the browser did not start again')
    return browser
  }

  async function end(how: 'close' | 'kill'): Promise<void> {
    const ending = browser
    browser = null
    await ending?.[how]()
  }

  return {
    async openPage(size = DESKTOP) {
      const tab = await getBrowser().openTab()
      await tab.setSize(size)
      return makePage(tab)
    },
    /** Closes the browser gracefully and starts it again. */
    async restart() {
      await end('close')
      browser = await start()
    },
    /** Kills the browser and starts it again. */
    async killAndRestart() {
      await end('kill')
      browser = await start()
    },
    version: () => getBrowser().version,
    /** Kills the browser and removes the profile. */
    async dispose() {
      await end('kill')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
