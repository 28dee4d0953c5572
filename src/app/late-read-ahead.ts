import type { Page } from './page.ts'

/** Brings the code that reads ahead, once the worker is registered: it fetches the app over the same slow line. */
export async function loadReadAhead(
  window: Window & typeof globalThis,
  page: Page,
  updates: Promise<unknown>,
): Promise<void> {
  try {
    await updates
    const [runtime, { startReadAhead }] = await Promise.all([
      page.loadRuntime(),
      import('./read-ahead.ts'),
    ])
    startReadAhead(window, runtime)
  } catch (error) {
    console.warn('Nothing is read ahead on this page.', error)
  }
}
