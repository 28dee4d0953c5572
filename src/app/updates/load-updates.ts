import type { Page } from '#src/app/startup/page.ts'
import type { AppUpdates } from './app-updates.ts'

const READING_MS = 3_000 // a stranger who is about to sign in is better served with what that takes

/**
 * Registers the service worker and looks for new builds. On a first visit it waits until the first screen has what it needs: the worker fetches the whole app, over the same slow line.
 */
export async function loadUpdates(
  window: Window & typeof globalThis,
  page: Page,
): Promise<AppUpdates> {
  if (!window.navigator.serviceWorker.controller) await firstScreenOf(page)
  const { startAppUpdates } = await import('./app-updates.ts')
  return startAppUpdates(window)
}

async function firstScreenOf(page: Page): Promise<void> {
  if (!page.session.find()) return new Promise((resolve) => setTimeout(resolve, READING_MS))
  try {
    await (await page.loadRuntime()).whenOpen
  } catch (error) {
    // With a worker the next visit has what was missing in this one.
    console.warn('The worker is registered before the rest of the app is there.', error)
  }
}
