import { PICTURE_KEY } from '#src/session/session-store.ts'
import { isPageHeld } from '#src/sync/page-hold.ts'

// What the first view of the dashboard looked like when it was left: at the next start it stands there, without doing
// anything, until the app has drawn the same from what this device keeps (public/early.js). It serves one start, and goes
// with any change that a page knows of and with the session: a decision is not shown undone, and nobody sees what another
// has seen.

const DRAWING_MS = 1_000 // longer than it takes from a change's commit to its drawing

/** What public/early.js reads. */
interface Picture {
  /** XML: it is read back as what was written, and nothing in it is run. */
  markup: string
  /** Pixels: on a screen of another width it would be another picture. */
  width: number
  /** The address of the app's styles, which are all that it needs: another build has others. */
  styles: string | null
}

let changedAt = Number.NEGATIVE_INFINITY // by performance.now()

/** Keeps a picture each time the page is hidden or left. Returns what stops that. */
export function keepPictures({ document, localStorage, performance }: Window): () => void {
  function keep(): void {
    localStorage.removeItem(PICTURE_KEY)
    if (document.visibilityState !== 'hidden' || document.querySelector('dialog[open]')) return
    // A change that is being written down, or has just been, may not be drawn yet.
    if (isPageHeld() || performance.now() - changedAt < DRAWING_MS) return
    const shell = document.querySelector('#root > .shell')
    const picture = shell && takePicture(shell)
    if (!picture) return
    try {
      localStorage.setItem(PICTURE_KEY, JSON.stringify(picture))
    } catch (error) {
      console.info('The next start begins without a picture of this one.', error)
    }
  }

  document.addEventListener('visibilitychange', keep)
  return () => document.removeEventListener('visibilitychange', keep)
}

/** Something has changed: what was seen is not so any more. */
export function dropPicture({ localStorage, performance }: Window): void {
  changedAt = performance.now()
  localStorage.removeItem(PICTURE_KEY)
}

/** What has not come yet, or could not be had. */
const UNFIT = '.skeleton, .notice[data-tone="negative"], .empty-state:not([data-tone="empty"])'
/** How old the copy was, and how slow the network. */
const OF_THEN = '.notice[data-tone="neutral"]'

/** Null where what is in view is not the dashboard. */
function takePicture(shell: Element): Picture | null {
  const { ownerDocument } = shell
  const { scrollingElement } = ownerDocument
  const copy = copyFirstView(shell, 0, 0) as HTMLElement // the shell begins where the page does
  if (!copy.querySelector('[data-value]') || copy.querySelector(UNFIT)) return null
  for (const note of copy.querySelectorAll(OF_THEN)) note.remove()
  // As long as the page was: what scrolls has the same width then.
  copy.dataset['style'] = `min-height: ${scrollingElement?.scrollHeight ?? 0}px`
  return {
    markup: new XMLSerializer().serializeToString(copy),
    width: ownerDocument.defaultView?.innerWidth ?? 0,
    styles: ownerDocument.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? null,
  }
}

/** A copy of what is in view when nothing is scrolled; null for what is not. `x` and `y` are how far it is scrolled now. */
function copyFirstView(element: Element, x: number, y: number): Element | null {
  // A section behind the one in view: it may show people.
  if (element.hasAttribute('hidden')) return null
  const { top, left } = element.getBoundingClientRect()
  const { documentElement, defaultView } = element.ownerDocument
  if (top + y >= documentElement.clientHeight || left + x >= documentElement.clientWidth)
    return null
  const copy = element.cloneNode(false) as Element
  const style = copy.getAttribute('style')
  copy.removeAttribute('style')
  // The content security policy lets no style in by the attribute.
  if (style) copy.setAttribute('data-style', style)
  const [acrossX, downY] = [x + element.scrollLeft, y + element.scrollTop]
  // The header stays in view, however far the page is scrolled.
  const pageY = element.localName === 'main' ? (defaultView?.scrollY ?? 0) : 0
  for (const child of element.childNodes) {
    const kept =
      child instanceof Element ? copyFirstView(child, acrossX, downY + pageY) : child.cloneNode()
    if (kept) copy.append(kept)
  }
  return copy
}
