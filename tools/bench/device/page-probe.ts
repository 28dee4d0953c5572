import { MARKS } from './screen-marks.ts'

// Runs in a page before its own scripts and records what a person would notice. All times are measured in the page, by its
// own clock, from the navigation or from the input event, so the debugger's latency does not count.

const LONG_TASK_MS = 50 // the threshold in the definition of total blocking time
const STILL_FRAMES = 10
const ANSWER_LIMIT_MS = 60_000 // far above what any screen takes
const SHORTEST_EVENT_MS = 16 // the browser reports no shorter events

/** Not in TypeScript's DOM library. */
interface ShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Not in TypeScript's DOM library. */
export interface FrameEntry extends PerformanceEntry {
  /** The scripts that ran in this frame. */
  scripts: { invoker: string; sourceFunctionName: string; sourceURL: string; duration: number }[]
}

const longTasks = collect<PerformanceEntry>({ type: 'longtask' })
const longFrames = collect<FrameEntry>({ type: 'long-animation-frame' })
const events = collect<PerformanceEntry>({ type: 'event', durationThreshold: SHORTEST_EVENT_MS })
const shifts: { value: number; at: number; parts: string[] }[] = []
observe<ShiftEntry>({ type: 'layout-shift' }, ({ value, startTime, hadRecentInput, sources }) => {
  if (hadRecentInput) return
  // `parts`: the elements that moved.
  shifts.push({ value, at: startTime, parts: sources.map(({ node }) => nameOf(node)) })
})

/** Collects the entries of a type, as the JSON that the debugger can read. */
function collect<Entry extends PerformanceEntry>(init: ObserverInit): Entry[] {
  const entries: Entry[] = []
  observe<Entry>(init, (entry) => entries.push(entry.toJSON()))
  return entries
}

type ObserverInit = PerformanceObserverInit & { durationThreshold?: number }

function observe<Entry extends PerformanceEntry>(
  init: ObserverInit,
  note: (entry: Entry) => void,
): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as Entry) // the observer receives only entries of `init.type`
  })
  observer.observe({ buffered: true, ...init })
}

function nameOf(node: Node | null): string {
  if (!(node instanceof Element)) return node?.nodeName ?? 'gone'
  return `${node.localName}.${[...node.classList].join('.')}`
}

/** Not in TypeScript's DOM library. */
declare const scheduler: {
  postTask(task: () => void, options: { priority: 'user-blocking' }): Promise<void>
}

/** Runs `run` right after the frame is rendered, before the page's other tasks. */
function afterFrame(run: () => void): void {
  void scheduler.postTask(run, { priority: 'user-blocking' })
}

/** Resolves with the time at which a matching element was painted, by this page's clock. */
function painted(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return false
      requestAnimationFrame(() => afterFrame(() => resolve(performance.now())))
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => {
      if (look()) observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}

/** Milliseconds from the next event of this type to the paint of a matching element. Rejects after a minute without it. */
function answered(event: string, selector: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onEvent = ({ timeStamp }: Event) =>
      painted(selector).then((at) => resolve(at - timeStamp))
    window.addEventListener(event, onEvent, { capture: true, once: true })
    setTimeout(() => reject(new Error(`no ${event} led to ${selector}`)), ANSWER_LIMIT_MS)
  })
}

/** Measures the duration of each frame until `stop`. */
function watchFrames() {
  const frames: number[] = []
  let last = 0
  let isOver = false
  const next = (now: number) => {
    if (last > 0) frames.push(now - last)
    last = now
    if (!isOver) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  return {
    stop(): number[] {
      isOver = true
      return frames
    },
  }
}

/**
 * Counts, until `stop`, the frames in which a scroll container showed an area without rows. The browser scrolls without
 * waiting for scripts, so a frame can show the new position with the old rows. A capturing listener sees the same state,
 * because it runs before the app's own listener.
 */
function watchRows(scroller: Element) {
  let blankCount = 0
  const look = ({ target }: Event) => {
    if (target === scroller && !isCovered(scroller)) blankCount += 1
  }
  window.addEventListener('scroll', look, { capture: true })
  return {
    stop(): number {
      window.removeEventListener('scroll', look, { capture: true })
      return blankCount
    },
  }
}

/** Resolves once the scroll position has not changed for some frames. */
async function stoodStill(scroller: Element): Promise<void> {
  for (let frames = 0, last = -1; frames < STILL_FRAMES; frames += 1) {
    await new Promise(requestAnimationFrame)
    if (scroller.scrollTop !== last) frames = 0
    last = scroller.scrollTop
  }
}

// Whether rows cover all of the visible area. Measures only the first and the last row, because measuring all rows would
// slow the page down.
function isCovered(scroller: Element): boolean {
  const { top } = scroller.getBoundingClientRect()
  const bottom = top + scroller.clientTop + scroller.clientHeight
  const headBottom = scroller.querySelector('thead th')?.getBoundingClientRect().bottom ?? top
  const rows = scroller.querySelectorAll('[data-row]')
  const firstBox = rows.item(0).getBoundingClientRect()
  const lastBox = rows.item(rows.length - 1).getBoundingClientRect()
  const isWithoutGap = lastBox.bottom - firstBox.top <= rows.length * firstBox.height + 1
  return isWithoutGap && firstBox.top <= headBottom + 1 && lastBox.bottom >= bottom - 1
}

function listResources(): PerformanceResourceTiming[] {
  return performance.getEntriesByType('resource') as PerformanceResourceTiming[] // entries of this type
}

/** The compressed bytes of all scripts loaded before a moment. */
function scriptBytes(until: number): number {
  return listResources()
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= until)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

function countNodes(): number {
  const walker = document.createTreeWalker(document)
  let count = 1
  while (walker.nextNode()) count += 1
  return count
}

const probe = {
  longTasks,
  longFrames,
  shifts,
  events,
  /** When the element that shows that a screen is ready was first painted, for each screen. */
  seen: {
    signInForm: painted(MARKS.signInForm),
    figures: painted(MARKS.figures),
    listings: painted(MARKS.listings),
  },
  answered,
  watchFrames,
  watchRows,
  stoodStill,
  scriptBytes,
  /** Every request that started before a moment, in order. */
  calls: (until: number): PerformanceResourceTiming[] =>
    listResources().flatMap((entry) => (entry.startTime < until ? [entry.toJSON()] : [])),
  countNodes,
  firstPaintMs: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  blockingMs: () => longTasks.reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0),
  shiftSum: () => shifts.reduce((sum, { value }) => sum + value, 0),
}

declare global {
  interface Window {
    probe: typeof probe
    /** A bench starts this measurement before it sends an input, and reads its result afterwards. */
    awaited: Promise<number>
    watchedFrames: ReturnType<typeof watchFrames>
    watchedRows: ReturnType<typeof watchRows>
  }
}

window.probe = probe
