/**
 * Whether a database of this site may exist, so that its code is worth loading. True without a check if a service
 * worker controls the page, because the worker has then cached that code.
 */
export async function hasDatabases(
  window: Pick<Window & typeof globalThis, 'navigator' | 'indexedDB'>,
): Promise<boolean> {
  if (window.navigator.serviceWorker?.controller) return true
  try {
    return (await window.indexedDB.databases()).length > 0
  } catch (error) {
    // A browser that cannot list databases may have some. A browser that blocks site data has none.
    return !(error instanceof DOMException && error.name === 'SecurityError')
  }
}
