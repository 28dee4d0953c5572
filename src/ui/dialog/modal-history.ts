// A modal without an address of its own has an entry in the browser's history while it is open, so that Back, which on
// phones is a swipe from the edge, closes it and leaves the page alone. The router does not see these entries: each is
// a copy of the one below it, with its depth written on it.

const open: { close: () => void }[] = []
let isListening = false
/** A way back that was asked for has not arrived yet: what the history says is out of date. */
let isGoingBack = false
const waiting: (() => void)[] = []

/** A modal has opened. `close` is called when Back leaves its entry; the answer is to be called once it has closed. */
export function enterModal(close: () => void): () => void {
  listen()
  const modal = { close }
  open.push(modal)
  addEntries()
  return () => {
    open.splice(open.indexOf(modal), 1)
    // What is opened in its place, or gone to, in the same turn takes its entry over.
    setTimeout(leaveEntries)
  }
}

/** Whether the newest entry is one of a modal. Going on from there replaces it: nobody comes back to it. */
export function isModalEntry(): boolean {
  return entryDepth() > 0
}

/** The same, and of a sheet with an address: what is kept in the page's own address waits until it is left. */
export function isCoverEntry(): boolean {
  return isModalEntry() || newestState()?.usr?.isOpenedHere === true
}

/** Changes the address once no entry of a closed modal is left: what is written on such an entry goes with it. */
export function whenAtRest(change: () => void): void {
  if (isAtRest()) change()
  else waiting.push(change)
}

/** Before the app starts: a reload closes every modal and keeps its entry, which Back would seem to do nothing on. */
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
  // Forward leads to the entry of a modal that is closed: there is nothing to see there.
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

/** How many entries belong to no modal any more. */
function countSurplus(): number {
  return entryDepth() - open.length
}

function entryDepth(): number {
  return newestState()?.modalDepth ?? 0
}

/** What is added here, and what the router keeps for whoever navigates: `useSheetAddress`, which marks its own. */
function newestState(): { modalDepth?: number; usr?: { isOpenedHere?: boolean } | null } | null {
  return history.state // nobody else writes it
}
