// jsdom works out a style from the whole cascade at each call, and Testing Library calls it for each element
// and its ancestors at each query: 40 % of the time of these tests. No style sheet is loaded here, so a
// style depends only on the element's name, these attributes, and its own `style`.

const DECIDING = ['hidden', 'open', 'type', 'style']

/** Whether this process does so: it runs the setup again for each file. */
let isRemembering = false

/** Lets `getComputedStyle` answer from the styles that it has worked out before. */
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
