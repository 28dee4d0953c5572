// The position of the toasts: at the bottom right, moved up or to the left until they cover no decision button. A
// person who works through a list presses the next button without checking for a toast over it.

/** In viewport pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const GAP_PX = 8 // so that a finger that misses a decision button does not press a toast
const EVENTS = ['resize', 'animationend', 'transitionend'] as const
const REST_MS = 100 // time without a scroll event after which scrolling has ended

/**
 * Finds the nearest position above the box, in one of the columns, where the box covers none of `others`. `columns` are
 * left edges, the preferred one first. The first column with a free position in the lower half of `room` wins,
 * otherwise the first with any free position. If there is none, returns the box's current position.
 */
export function findFreePlace(
  box: Box,
  columns: readonly number[],
  others: readonly Box[],
  room: Box,
): Pick<Box, 'left' | 'top'> {
  const width = box.right - box.left
  const height = box.bottom - box.top
  const free = columns.flatMap((left) => {
    const inColumn = others
      .filter((other) => other.left - GAP_PX < left + width && other.right + GAP_PX > left)
      .toSorted((one, other) => other.bottom - one.bottom)
    let { top } = box
    for (const other of inColumn) {
      const isCovered = other.bottom + GAP_PX > top && other.top - GAP_PX < top + height
      if (isCovered) top = other.top - GAP_PX - height
    }
    return top < room.top ? [] : [{ left, top }]
  })
  const middle = (room.top + room.bottom) / 2
  return free.find(({ top }) => top + height > middle) ?? free[0] ?? box
}

/** Keeps the list of toasts off the decision buttons, except while the pointer or the focus is in the list. */
export function keepClear(list: HTMLElement): () => void {
  const page = list.ownerDocument
  let frame = 0
  let paintTimer: ReturnType<typeof setTimeout> | undefined
  /** Set while the page scrolls: people press no buttons meanwhile, and measuring the buttons would cost frames. */
  let restTimer: ReturnType<typeof setTimeout> | undefined

  function place(): void {
    if (list.matches(':hover') || list.contains(page.activeElement)) return
    list.style.translate = ''
    const box = list.getBoundingClientRect()
    const { clientWidth, clientHeight } = page.documentElement
    const margin = clientWidth - box.right
    const room = { left: margin, top: margin, right: box.right, bottom: clientHeight }
    const modal = [...page.querySelectorAll('dialog:modal')].at(-1)
    const main = page.querySelector('main')?.getBoundingClientRect()
    const columns = [box.left, Math.max(main?.left ?? 0, 0) + margin, (clientWidth - box.width) / 2]
    const { left, top } = findFreePlace(box, columns, listDeciding(modal ?? page), room)
    list.style.translate = `${left - box.left}px ${top - box.top}px`
  }
  /** Places the list after the next paint, because measuring would delay what the person waits to see. */
  function placeSoon(): void {
    if (restTimer !== undefined) return
    cancel()
    frame = requestAnimationFrame(() => {
      paintTimer = setTimeout(place)
    })
  }
  function cancel(): void {
    cancelAnimationFrame(frame)
    clearTimeout(paintTimer)
  }
  function placeAtRest(): void {
    clearTimeout(restTimer)
    restTimer = setTimeout(() => {
      restTimer = undefined
      placeSoon()
    }, REST_MS)
  }

  const stop = new AbortController()
  const options = { capture: true, passive: true, signal: stop.signal }
  for (const event of EVENTS) window.addEventListener(event, placeSoon, options)
  window.addEventListener('scroll', placeAtRest, options)
  const changes = new MutationObserver(placeSoon)
  changes.observe(page.body, { childList: true, subtree: true })
  place()
  return () => {
    stop.abort()
    changes.disconnect()
    clearTimeout(restTimer)
    cancel()
  }
}

function listDeciding(within: ParentNode): Box[] {
  return [...within.querySelectorAll('[data-keep-clear]')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width }) => width > 0)
}
