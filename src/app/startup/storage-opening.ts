// Opens the device's storage once. The code for storage and sending is a separate chunk: on a first visit, nothing is
// stored yet, and the first figures do not wait for it.

const LATEST_MS = 3_000 // on a slow phone the first figures take two seconds
const AGAIN_MS = 10_000 // a failed download is retried automatically

export interface StorageOpening<Opened> {
  /** Opens the storage, or returns the opening under way. Rejects when its code cannot be loaded; a later call tries again. */
  open(): Promise<Opened>
  /** Resolves once another call has opened the storage: for code that starts with the page. */
  whenOpen: Promise<Opened>
  /** The storage; null, without opening it, on a device that stores nothing yet. */
  openIfAny(): Promise<Opened | null>
}

export interface StorageOpeningParts<Opened> {
  load(): Promise<Opened>
  /** Whether this device may have stored something already: then the storage is opened at once, else after 3 seconds. */
  hasData: Promise<boolean>
}

export function createStorageOpening<Opened>({
  load,
  hasData,
}: StorageOpeningParts<Opened>): StorageOpening<Opened> {
  let opening: Promise<Opened> | null = null
  let resolveOpen: (opened: Opened) => void = () => undefined
  const whenOpen = new Promise<Opened>((resolve) => {
    resolveOpen = resolve
  })
  let timer = setTimeout(openByItself, LATEST_MS)
  void hasData.then((isSo) => isSo && openByItself())

  function open(): Promise<Opened> {
    clearTimeout(timer)
    opening ??= load().then(
      (opened) => {
        resolveOpen(opened)
        return opened
      },
      (error: unknown) => {
        opening = null
        timer = setTimeout(openByItself, AGAIN_MS)
        throw error
      },
    )
    return opening
  }

  function openByItself(): void {
    open().catch((error: unknown) => {
      console.warn("This device's storage cannot be opened yet; the app tries again.", error)
    })
  }

  return {
    open,
    whenOpen,
    openIfAny: async () => (opening || (await hasData) ? open() : null),
  }
}
