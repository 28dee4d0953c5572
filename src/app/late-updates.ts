import type { AppUpdates } from './app-updates.ts'
import type { Page } from './page.ts'

/**
 * Registers the service worker and looks for new builds, once something is drawn. On a first visit it waits until the
 * first screen has what it needs: the worker fetches the whole app, over the same slow line.
 */
export async function loadUpdates(
  window: Window & typeof globalThis,
  page: Page,
): Promise<AppUpdates> {
  await (window.navigator.serviceWorker.controller ? page.drawn : startOf(page))
  const { startAppUpdates } = await import('./app-updates.ts')
  return startAppUpdates(window)
}

async function startOf(page: Page): Promise<void> {
  try {
    await (await page.loadRuntime()).started
  } catch (error) {
    // With a worker the next visit has what was missing in this one.
    console.warn('The worker is registered before the rest of the app is there.', error)
  }
}
