/**
 * Whether a database of this site may exist. Always true if a worker controls the page, because the worker then has the
 * database code on the device.
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
