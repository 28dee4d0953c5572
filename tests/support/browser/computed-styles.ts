// jsdom's `getComputedStyle` resolves the whole cascade at each call. Testing Library calls it for each
// element and its ancestors in each query, which took 40 % of the DOM tests' time. These tests load no
// style sheet, so a style depends only on the element's name and the attributes in DECIDING.

const DECIDING = ['hidden', 'open', 'type', 'style']

/** Whether this process already caches styles: the setup runs again for each test file. */
let isRemembering = false

/** Caches the styles that `getComputedStyle` computes. */
export function rememberComputedStyles(window: Window): void {
  if (isRemembering) return
  isRemembering = true
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()
  window.getComputedStyle = (element, pseudo) => {
    const attributes = DECIDING.map((name) => element.getAttribute(name))
    const key = JSON.stringify([element.localName, pseudo, ...attributes])
    const style = known.get(key) ?? compute(element, pseudo)
    known.set(key, style)
    return style
  }
}
