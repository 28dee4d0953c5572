// The position of the messages, which are toasts and prompts: at the bottom right, moved up or to the left until they
// cover no control. A person who works through a list presses the next button without checking for a toast over it.

import { findTopmostModal } from '#src/ui/dialog/open-modals.ts'

/** In viewport pixels. */
export interface ToastBox {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * How much of the messages is shown. all: every message. newest: only the newest, because there is no room for more.
 * docked: the newest toast in one line over the header, because no place is free or the page must not be covered.
 */
export type MessagesFit = 'all' | 'newest' | 'docked'

const GAP_PX = 8 // so that a finger that misses a decision button does not press a toast
const EVENTS = ['resize', 'animationend', 'transitionend'] as const
const REST_MS = 100 // time without a scroll event after which scrolling has ended
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"]'
/** What a message must never cover. */
const DECIDING =
  '[data-keep-clear], [type="submit"], [data-variant="primary"], [data-variant="danger"]'
const CODE_FIELD = '[autocomplete="one-time-code"]'
/** Shares of the width at which a bar at the bottom is looked for; a bar may leave the edges of a wide page free. */
const BAR_PLACES = [0.1, 0.3, 0.5, 0.7, 0.9] as const
const HIGHEST_BAR = 0.5 // of the height: a higher fixed element is a sidebar or a layer, not a bar

/**
 * Finds the nearest position above the box, in one of the columns, where the box covers none of `others`. `columns` are
 * left edges, the preferred one first. The first column with a free position in the lower half of `room` wins,
 * otherwise the first with any free position. Null if there is none.
 */
export function findFreePlace(
  box: ToastBox,
  columns: readonly number[],
  others: readonly ToastBox[],
  room: ToastBox,
): Pick<ToastBox, 'left' | 'top'> | null {
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
  return free.find(({ top }) => top + height > middle) ?? free[0] ?? null
}

/** Keeps the list of messages off the controls, except while the pointer or the focus is in the list. */
export function keepClear(list: HTMLElement): () => void {
  const page = list.ownerDocument
  let frame = 0
  let paintTimer: ReturnType<typeof setTimeout> | undefined
  /** Set while the page scrolls: people press no buttons meanwhile, and measuring the buttons would cost frames. */
  let restTimer: ReturnType<typeof setTimeout> | undefined

  function place(): void {
    // A list without a place is invisible, so it gets one although a person is there already.
    const isAttendedTo = list.matches(':hover') || list.contains(page.activeElement)
    if (isAttendedTo && 'fit' in list.dataset) return
    list.toggleAttribute('data-at-code', page.querySelector(CODE_FIELD) !== null)
    reserveRoom(page, list)
    if ('reviewBar' in page.documentElement.dataset || !placeFreely(list)) dock(list)
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
    page.body.style.removeProperty(ROOM)
  }
}

const ROOM = '--prompt-room'

/** A prompt stays until it is answered, so the page gets room below its end for it. */
function reserveRoom(page: Document, list: HTMLElement): void {
  const height = list.querySelector<HTMLElement>('.edge-prompt')?.offsetHeight ?? 0
  if (height > 0) page.body.style.setProperty(ROOM, `${height}px`)
  else page.body.style.removeProperty(ROOM)
}

/** Returns false if every position would cover a control that must stay free. */
function placeFreely(list: HTMLElement): boolean {
  const page = list.ownerDocument
  const within = findTopmostModal() ?? page
  const deciding = [
    ...listBoxes(within, `${DECIDING}, ${CODE_FIELD}`, list),
    ...listBottomBars(list),
  ]
  const controls = [...deciding, ...listBoxes(within, CONTROLS, list)]
  const fits = list.childElementCount > 1 ? (['all', 'newest'] as const) : (['all'] as const)
  for (const fit of fits) {
    const { box, columns, room } = measure(list, fit)
    // Any control if the lower half has a place for it, else at least those that decide something.
    const lower = { ...room, top: Math.max(room.top, room.bottom / 2) }
    const found =
      findFreePlace(box, columns, controls, lower) ?? findFreePlace(box, columns, deciding, room)
    if (!found) continue
    list.style.translate = `${found.left - box.left}px ${found.top - box.top}px`
    return true
  }
  return false
}

function measure(list: HTMLElement, fit: MessagesFit) {
  list.dataset['fit'] = fit
  list.style.translate = ''
  list.style.width = ''
  const box = list.getBoundingClientRect()
  const { clientWidth, clientHeight } = list.ownerDocument.documentElement
  const margin = clientWidth - box.right
  const room = { left: margin, top: margin, right: box.right, bottom: clientHeight }
  const main = list.ownerDocument.querySelector('main')?.getBoundingClientRect()
  const columns = [box.left, Math.max(main?.left ?? 0, 0) + margin, (clientWidth - box.width) / 2]
  return { box, columns, room }
}

/** Puts the newest toast over the header, beside its controls if there is a gap wide enough. */
function dock(list: HTMLElement): void {
  const { box } = measure(list, 'docked')
  const page = list.ownerDocument
  const header = page.querySelector('.shell-header')?.getBoundingClientRect()
  const controls = listBoxes(page, '.shell-header :is(a[href], button)', list)
  const right = page.documentElement.clientWidth
  const { left, width } = findGap(controls, right, box.right - box.left)
  list.style.width = `${width}px`
  const docked = list.getBoundingClientRect() // the list keeps its right edge when its width changes
  const height = docked.bottom - docked.top
  const middle = header && header.bottom > 0 ? (header.top + header.bottom) / 2 : 0
  const top = Math.max(middle - height / 2, 0)
  list.style.translate = `${left - docked.left}px ${top - docked.top}px`
}

/** The first gap between the controls that is `wanted` wide, else all beside the first control. In viewport pixels. */
export function findGap(
  controls: readonly Pick<ToastBox, 'left' | 'right'>[],
  right: number,
  wanted: number,
): { left: number; width: number } {
  const sorted = controls.toSorted((one, other) => one.left - other.left)
  for (const [place, { right: start }] of sorted.entries()) {
    const end = sorted[place + 1]?.left ?? right
    if (end - start - 2 * GAP_PX >= wanted)
      return { left: (start + end - wanted) / 2, width: wanted }
  }
  const left = (sorted[0]?.right ?? 0) + GAP_PX
  return { left, width: Math.min(wanted, right - GAP_PX - left) }
}

/** The boxes of the elements in view, without those of the list itself and of hidden sections. */
function listBoxes(within: ParentNode, selector: string, list: HTMLElement): ToastBox[] {
  const { clientHeight } = list.ownerDocument.documentElement
  return [...within.querySelectorAll(selector)]
    .filter((element) => !list.contains(element) && element.closest('[hidden]') === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < clientHeight)
}

/** The bars that stick to the bottom of the window, whatever their page calls them. */
function listBottomBars(list: HTMLElement): ToastBox[] {
  const page = list.ownerDocument
  const { clientWidth, clientHeight } = page.documentElement
  const hit = BAR_PLACES.flatMap((share) =>
    page.elementsFromPoint(share * clientWidth, clientHeight - 2).slice(0, 2 * GAP_PX),
  )
  const bars = new Set(hit.filter((element) => !list.contains(element) && isPinned(element)))
  return [...bars]
    .map((element) => element.getBoundingClientRect())
    .filter(({ top }) => top > clientHeight * (1 - HIGHEST_BAR))
}

function isPinned(element: Element): boolean {
  return /fixed|sticky/.test(getComputedStyle(element).position)
}
