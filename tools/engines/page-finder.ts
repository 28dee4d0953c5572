// The tests send the source text of each of these functions to the page, so a function can use only its own body.
// Inner functions are methods of an object: around a function that is assigned to a variable, tsx writes a call of
// `__name`, which does not exist in the page.

/** A target of `EnginePage` as JSON: a regular expression is replaced by its source text. */
export interface WireTarget {
  css?: string | undefined
  role?: string | undefined
  name?: WireText | undefined
  label?: WireText | undefined
  text?: WireText | undefined
  nth?: number | undefined
  within?: WireTarget | undefined
}

export type WireText = { exact: string } | { pattern: string }

export interface Sighting {
  /** How many elements match. */
  count: number
  /** Where to click on the first match, in viewport coordinates; null if it is covered or `isForClick` is not set. */
  point: { x: number; y: number } | null
  /** Describes the element that covers the first match, or reports that the match is outside of the viewport. */
  cover: string | null
  texts: string[]
  values: (string | null)[]
}

export function lookFor(target: WireTarget, isForClick: boolean): Sighting {
  const finder = {
    selectors: {
      alertdialog: '[role=alertdialog]',
      button: 'button:not([role]), [role=button], summary',
      checkbox: 'input[type=checkbox]:not([role])',
      dialog: 'dialog:not([role]), [role=dialog]',
      heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
      link: 'a[href]:not([role]), [role=link]',
      listitem: 'li:not([role]), [role=listitem]',
      searchbox: 'input[type=search]',
      switch: '[role=switch]',
    } as Record<string, string>,
    tidy(text: string | null): string {
      return (text ?? '').replace(/\s+/g, ' ').trim()
    },
    fits(text: string, wanted: WireText | undefined): boolean {
      if (!wanted) return true
      return 'exact' in wanted ? text === wanted.exact : new RegExp(wanted.pattern).test(text)
    },
    nameOf(element: Element): string {
      const labelled = element.getAttribute('aria-labelledby')
      if (labelled) {
        const parts = labelled.split(' ').map((id) => document.getElementById(id)?.textContent)
        return finder.tidy(parts.join(' '))
      }
      const label = element.getAttribute('aria-label')
      return label ? finder.tidy(label) : finder.tidy(element.textContent)
    },
    labelsOf(element: Element): string[] {
      const own = element.getAttribute('aria-label')
      const labels = [...((element as HTMLInputElement).labels ?? [])]
      return [...(own ? [own] : []), ...labels.map((label) => finder.tidy(label.textContent))]
    },
    isShown(element: Element): boolean {
      // An element without a box of its own is shown if its parent is.
      if (getComputedStyle(element).display === 'contents' && element.parentElement)
        return finder.isShown(element.parentElement)
      return element.checkVisibility({ visibilityProperty: true })
    },
    /** The elements with this text, without their ancestors that have the same text. */
    findText(root: ParentNode, wanted: WireText): Element[] {
      const fitting = [...root.querySelectorAll('body *')].filter(
        (element) =>
          !element.matches('script, style, option') &&
          finder.fits(finder.tidy(element.textContent), wanted),
      )
      return fitting.filter(
        (element) => !fitting.some((other) => other !== element && element.contains(other)),
      )
    },
    findCandidates(root: ParentNode, { css, role, label, text }: WireTarget): Element[] {
      if (text && !css && !role) return finder.findText(root, text)
      if (label) {
        const fields = [...root.querySelectorAll('input, textarea, select, [aria-label]')]
        return fields.filter((field) => finder.labelsOf(field).some((it) => finder.fits(it, label)))
      }
      const selector = css ?? finder.selectors[role ?? '']
      if (!selector) throw new Error(`no selector for the role ${role}`)
      return [...root.querySelectorAll(selector)]
    },
    find(wanted: WireTarget): Element[] {
      const roots = wanted.within ? finder.find(wanted.within).slice(0, 1) : [document]
      const found = roots
        .flatMap((root) => finder.findCandidates(root, wanted))
        .filter((element) => finder.isShown(element))
        .filter((element) => finder.fits(finder.nameOf(element), wanted.name))
        .filter(
          (element) => !wanted.text || finder.fits(finder.tidy(element.textContent), wanted.text),
        )
      return wanted.nth === undefined ? found : found.slice(wanted.nth, wanted.nth + 1)
    },
    describe(element: Element | null): string {
      if (!element) return 'nothing: it is outside of the viewport'
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${finder.tidy(element.textContent).slice(0, 60)}`
    },
  }

  const elements = finder.find(target)
  const [first] = elements
  const sighting: Sighting = {
    count: elements.length,
    point: null,
    cover: null,
    texts: elements.map((element) => finder.tidy(element.textContent)),
    values: elements.map((element) => ('value' in element ? String(element.value) : null)),
  }
  if (!first || !isForClick) return sighting
  first.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = first.getBoundingClientRect()
  const point = { x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(point.x, point.y)
  const isHit = hit !== null && (first.contains(hit) || hit.closest('label')?.contains(first))
  return isHit ? { ...sighting, point } : { ...sighting, cover: finder.describe(hit) }
}

/** Selects the text of the focused field, so that the next keystroke replaces it. */
export function selectField(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

/** Sets the focused field's value as a date picker does, because typed dates depend on the browser's locale. */
export function setFocusedValue(value: string): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) throw new Error('no field has the focus')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
