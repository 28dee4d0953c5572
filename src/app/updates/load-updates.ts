import type { Page } from '#src/app/startup/page.ts'
import type { AppUpdates } from './app-updates.ts'
import type { UpdatePrompt } from './update-prompt.tsx'

export interface LoadedUpdates {
  updates: AppUpdates
  UpdatePrompt: typeof UpdatePrompt
}

const READING_MS = 3_000 // leaves the bandwidth to a first-time visitor's sign-in

/**
 * Registers the service worker and checks for new builds. On a first visit, waits for the first screen, because the
 * worker downloads the whole app over the same slow connection: with a session until the runtime has opened the device
 * storage, otherwise for 3 seconds.
 */
export async function loadUpdates(
  window: Window & typeof globalThis,
  page: Page,
): Promise<LoadedUpdates> {
  if (!window.navigator.serviceWorker.controller) await firstScreenOf(page)
  const [{ startAppUpdates }, { UpdatePrompt }] = await Promise.all([
    import('./app-updates.ts'),
    import('./update-prompt.tsx'),
  ])
  return { updates: startAppUpdates(window), UpdatePrompt }
}

async function firstScreenOf(page: Page): Promise<void> {
  if (!page.session.find()) return new Promise((resolve) => setTimeout(resolve, READING_MS))
  try {
    await (await page.loadRuntime()).whenOpen
  } catch (error) {
    // Continues, because the worker then caches the missing code for the next visit.
    console.warn('The rest of the app could not be loaded before the worker was registered.', error)
  }
}
