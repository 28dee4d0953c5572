import type { Page } from 'playwright-core'
import { listUnseenProgress } from './progress-look.ts'

// Measures a page for touch, large text and narrow screens. Each finding is a line of text.

const TARGET_PX = 44
const APART_PX = 8 // between buttons with opposite effects
const READABLE_INPUT_PX = 16 // iOS zooms in on fields with a smaller font

/** By how many pixels the page is wider than the viewport. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth, document.body.scrollWidth - clientWidth)
  })
}

/**
 * Lists targets that overlap or are too small for touch, Accept and Cancel buttons that are too close together, and
 * fields that make iOS zoom. Links within a sentence may be as small as its text (WCAG 2.5.8).
 */
export function listTouchFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ target, apart, readable }) => {
      const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      const controls = [
        ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
      ].filter((control) => {
        const { width, height, bottom } = control.getBoundingClientRect()
        const { pointerEvents } = getComputedStyle(control)
        return (
          control.checkVisibility() && width * height > 0 && bottom > 0 && pointerEvents !== 'none'
        )
      })
      const targets = controls
        .filter((control) => {
          const isLine = getComputedStyle(control).display === 'inline' && control.matches('a')
          const said = control.parentElement?.textContent?.trim() ?? ''
          return !isLine || said === control.textContent?.trim()
        })
        .map((control) => {
          const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
          const box = (control.closest('label') ?? control).getBoundingClientRect()
          return { control, box, name: `${control.localName} "${name.slice(0, 40)}"` }
        })
      const small = targets
        .filter(({ box }) => box.width < target - 0.5 || box.height < target - 0.5)
        .map(({ box, name }) => `${name} is ${box.width.toFixed(0)} x ${box.height.toFixed(0)} px`)
      const crossing = targets.flatMap((one, place) =>
        targets.slice(place + 1).flatMap((other) => {
          if (one.control.contains(other.control) || other.control.contains(one.control)) return []
          const isInField =
            one.control.parentElement === other.control.parentElement &&
            one.control.matches('input')
          const width =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const height =
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          const isPinned = [one, other].some(({ control }) =>
            control.closest(
              'header, .modal-header, .modal-footer, .toaster, .review-bar, .save-toggle, .menu-popup, [data-pinned]',
            ),
          )
          return width > 1 && height > 1 && !isInField && !isPinned
            ? [`${one.name} lies over ${other.name}`]
            : []
        }),
      )
      const close = [...scope.querySelectorAll('.decision-buttons')].flatMap((pair) => {
        const [accept, reject] = [...pair.children].map((button) => button.getBoundingClientRect())
        if (!accept || !reject) return ['a decision has one button']
        const gap = Math.max(reject.left - accept.right, reject.top - accept.bottom)
        return gap < apart ? [`Accept and Cancel are ${gap} px apart`] : []
      })
      const zooming = controls
        .filter((control) =>
          control.matches(
            'input:not([type=checkbox], [type=radio], [type=range]), select, textarea',
          ),
        )
        .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < readable)
        .map(
          (control) =>
            `${control.localName} "${control.getAttribute('aria-label')}" makes iOS zoom`,
        )
      return [...small, ...crossing, ...close, ...zooming]
    },
    { target: TARGET_PX, apart: APART_PX, readable: READABLE_INPUT_PX },
  )
}

/** Lists decision buttons that a toast covers at some scroll position. Also lists positions where no toast is in view. */
export async function listCoveredDecisions(page: Page): Promise<string[]> {
  const found = new Set<string>()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < Math.min(height, FARTHEST_PX); y += SCROLL_PX) {
    for (const name of await page.evaluate(coveredAt, y)) found.add(name)
  }
  return [...found]
}

const SCROLL_PX = 130 // not a multiple of the height of a row or card
const FARTHEST_PX = 3_000

async function coveredAt(y: number): Promise<string[]> {
  const MOST_FRAMES = 60 // the longest wait for the toasts, which move only after scrolling has ended
  window.scrollTo(0, y)
  let covered: string[] = []
  for (let frame = 0; frame < MOST_FRAMES; frame += 1) {
    await new Promise(requestAnimationFrame)
    covered = look()
    if (covered.length === 0) break
  }
  return covered

  function look(): string[] {
    const messages = [...document.querySelectorAll('.toast')].map((one) =>
      one.getBoundingClientRect(),
    )
    const isSeen = messages.some(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight)
    if (!isSeen) return ['no message is in view']
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    return [...scope.querySelectorAll('button, select')].flatMap((control) => {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      const box = control.getBoundingClientRect()
      const isDeciding = /^(Accept|Cancel|Reject|Delete|Status of)/.test(name)
      const isCovered = messages.some(
        ({ left, top, right, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      return isDeciding && box.width > 0 && isCovered ? [`${name} at ${y}`] : []
    })
  }
}

/** Lists text that is cut off without an ellipsis and cannot be scrolled to. */
export function listCutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    const cut = new Set<string>()
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement
      const words = texts.currentNode.textContent?.trim()
      if (
        !words ||
        !holder?.checkVisibility({ visibilityProperty: true }) ||
        holder.closest('.visually-hidden, option, svg')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const box = range.getBoundingClientRect()
      for (
        let frame: Element | null = holder;
        frame && frame !== scope;
        frame = frame.parentElement
      ) {
        const style = getComputedStyle(frame)
        const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (style.clipPath !== 'none' || hasEllipsis) break
        if (style.position === 'fixed' || /auto|scroll/.test(style.overflowX + style.overflowY))
          break
        const limit = frame.getBoundingClientRect()
        const isCutAcross = style.overflowX !== 'visible' && box.right > limit.right + 2
        const isCutBelow = style.overflowY !== 'visible' && box.bottom > limit.bottom + 2
        if (isCutAcross || isCutBelow) cut.add(`${frame.className}: ${words.slice(0, 40)}`)
      }
    }
    return [...cut]
  })
}

/** Lists words that leave their button or link, and words of the header that break inside the word (WCAG 1.4.4). */
export function listWordsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const found = new Set<string>()
    for (const control of scope.querySelectorAll<HTMLElement>('button, a[href], .shell-header *')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      if (control.closest('.visually-hidden, .skip-link')) continue
      const frame = control.getBoundingClientRect()
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        const holder = text.parentElement
        if (holder?.closest('.visually-hidden, [hidden]')) continue
        if (holder && getComputedStyle(holder).clipPath !== 'none') continue
        if (holder && getComputedStyle(holder).textOverflow === 'ellipsis') continue
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const boxes = [...range.getClientRects()]
          const isOutside = boxes.some(
            ({ left, right }) => left < frame.left - 1 || right > frame.right + 1,
          )
          if (isOutside) found.add(`"${word}" leaves its ${control.localName}`)
          const lines = new Set(boxes.map(({ top }) => Math.round(top))).size
          if (control.closest('.shell-header') && lines > 1) found.add(`"${word}" is broken`)
        }
      }
    }
    return [...found]
  })
}

/**
 * Lists states, arrows and progress that are shown by a background alone, which forced colours remove. Needs forced
 * colours.
 */
export async function listBackgroundStates(page: Page): Promise<string[]> {
  const states = await page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const lookOf = (element: Element) => {
      const style = getComputedStyle(element)
      const border = [style.borderLeft, style.borderTop, style.borderBottom]
      return [...border, style.textDecorationLine, style.fontWeight, style.outlineStyle].join()
    }
    const isSeen = (element: Element) => element.checkVisibility()
    const states = '[aria-current="page"], [aria-pressed="true"]'
    const alike = [...scope.querySelectorAll(states)].filter(isSeen).flatMap((element) => {
      const peers = [...(element.closest('nav, fieldset, ul')?.querySelectorAll('a, button') ?? [])]
      const other = peers.find(
        (peer) => !peer.matches(states) && peer.className === element.className,
      )
      return other && lookOf(other) === lookOf(element)
        ? [`${element.textContent} looks like others`]
        : []
    })
    const selects = [...scope.querySelectorAll('select')]
      .filter((select) => isSeen(select) && getComputedStyle(select).appearance === 'none')
      .map((select) => `the select ${select.getAttribute('aria-label')} has no arrow`)
    return [...alike, ...selects]
  })
  return [...states, ...(await listUnseenProgress(page))]
}

/** Sets the text size to 100 % or 200 % on an unchanged screen (WCAG 1.4.4). */
export function setTextZoom(page: Page, percent: 100 | 200): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)
}

/** Sets the wide line, letter and word spacing of WCAG 1.4.12, or restores the default. */
export function setTextSpacing(page: Page, isWide: boolean): Promise<void> {
  return page.evaluate((wide) => {
    const sheet = new CSSStyleSheet()
    const rules =
      'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
    if (wide) sheet.replaceSync(`* { ${rules} } p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets = wide ? [sheet] : []
  }, isWide)
}

/** Sets whether the page has a touch screen, which the emulated size does not imply. */
export async function setTouch(page: Page, isTouch: boolean): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch })
}
