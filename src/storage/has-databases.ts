/** Whether one of the databases is there already; their code comes from the device where a worker answers. */
export async function hasDatabases({
  navigator,
  indexedDB,
}: Pick<Window & typeof globalThis, 'navigator' | 'indexedDB'>): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true
  try {
    return (await indexedDB.databases()).length > 0
  } catch {
    // A browser that does not tell, or has no storage at all: the databases find out, and say so.
    return true
  }
}
