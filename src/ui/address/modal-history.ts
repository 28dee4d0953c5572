// While open, a modal without its own URL has an entry in the browser's history, so that Back, which on phones is a
// swipe from the edge, closes the modal and not the page. The router does not see these entries: each copies the state
// of the entry below it and adds its own depth.

const open: { close: () => void }[] = []
let isListening = false
/** Whether a requested `history.go` has not taken effect yet, so that `history.state` is out of date. */
let isGoingBack = false
const waiting: (() => void)[] = []

/** Call when a modal opens. Back from its entry calls `close`. Call the returned function once the modal has closed. */
export function enterModal(close: () => void): () => void {
  listen()
  const modal = { close }
  open.push(modal)
  addEntries()
  return () => {
    open.splice(open.indexOf(modal), 1)
    // Waits for the end of the task: a modal or navigation that starts in it reuses the closed modal's entry.
    setTimeout(leaveEntries)
  }
}

/** Whether the current entry is a modal's. Navigation replaces it, so that Back never returns to it. */
export function isModalEntry(): boolean {
  return entryDepth() > 0
}

/**
 * Whether the current entry is a modal's, or that of a sheet with its own URL. Changes to the page's own URL wait until
 * the modal or sheet is closed.
 */
export function isCoverEntry(): boolean {
  return isModalEntry() || newestState()?.usr?.isOpenedHere === true
}

/** Calls `change`, which navigates, once no entry of a closed modal is left: until then, a navigation would be lost. */
export function whenAtRest(change: () => void): void {
  if (isAtRest()) change()
  else waiting.push(change)
}

/** Call before the app starts: a reload closes modals but keeps their entries, on which Back would do nothing. */
export function startModalHistory(): void {
  listen()
  leaveEntries()
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('popstate', arrive)
}

function arrive(): void {
  if (isGoingBack) {
    isGoingBack = false
    addEntries()
  } else {
    for (const modal of open.slice(entryDepth()).reverse()) modal.close()
  }
  // Forward may lead to the entry of a closed modal, which shows nothing.
  leaveEntries()
  while (isAtRest() && waiting.length > 0) waiting.shift()?.()
}

function addEntries(): void {
  if (isGoingBack) return
  for (let depth = entryDepth() + 1; depth <= open.length; depth += 1) {
    history.pushState({ ...history.state, modalDepth: depth }, '')
  }
}

function leaveEntries(): void {
  if (isGoingBack || countSurplus() <= 0) return
  isGoingBack = true
  history.go(-countSurplus())
}

function isAtRest(): boolean {
  return !isGoingBack && countSurplus() <= 0
}

/** The number of entries whose modal is closed. */
function countSurplus(): number {
  return entryDepth() - open.length
}

function entryDepth(): number {
  return newestState()?.modalDepth ?? 0
}

/** `modalDepth` is from this module; `usr` is the router's state, where `useSheetUrl` marks its entries. */
function newestState(): { modalDepth?: number; usr?: { isOpenedHere?: boolean } | null } | null {
  return history.state // only this module and the router write it
}
