// Opens the device's storage once. The code for storage and sending is a separate chunk, so that the first figures of a
// first visit, when nothing is stored yet, do not wait for it.

const LATEST_MS = 3_000 // from the page's start; by then even a slow phone shows the first screen
const AGAIN_MS = 10_000 // retry interval after a failed download

export interface StorageOpening<Opened> {
  /** Opens the storage once. Rejects when its code cannot be loaded; a later call tries again. */
  open(): Promise<Opened>
  /** Resolves when the storage is open, without opening it: for code that runs from the start of the page. */
  whenOpen: Promise<Opened>
  /** Opens the storage if the device may have data, or if it is being opened already; otherwise returns null. */
  openIfAny(): Promise<Opened | null>
}

export interface StorageOpeningParts<Opened> {
  load(): Promise<Opened>
  /** Whether this device may have stored data. If so, the storage opens at once, otherwise after 3 seconds. */
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
