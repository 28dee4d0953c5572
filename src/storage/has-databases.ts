/** Whether one of the databases is there already; their code comes from the device where a worker answers. */
export async function hasDatabases(
  window: Pick<Window & typeof globalThis, 'navigator' | 'indexedDB'>,
): Promise<boolean> {
  if (window.navigator.serviceWorker?.controller) return true
  try {
    return (await window.indexedDB.databases()).length > 0
  } catch (error) {
    // A browser may not tell: the databases find out, and say so. One that blocks the site's data has none.
    return !(error instanceof DOMException && error.name === 'SecurityError')
  }
}
