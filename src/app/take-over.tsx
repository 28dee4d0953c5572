import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

// A public page comes with its first screen written out by the build (prerender.tsx): it is read, and filled in, before
// any code is there. The root has the attribute below until the app stands in its place; public/early.js shows it only to
// whom it fits, and holds back a form that is sent before.

const ATTRIBUTE = 'data-prerendered'

/** Puts the app in the root: over what stands there written out where that fits this visitor, else afresh. */
export function showApp(root: HTMLElement, app: ReactNode): void {
  const isFitting = root.hasAttribute(ATTRIBUTE) && !('known' in document.documentElement.dataset)
  if (isFitting) {
    // A transition is drawn in slices: nobody waits for it, and whoever types or scrolls is answered between them.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    if (root.hasAttribute(ATTRIBUTE)) root.replaceChildren()
    root.removeAttribute(ATTRIBUTE)
    // A picture of the last visit stands until the app is drawn (last-picture.ts).
    createRoot(root).render(app)
  }
}

/** Stands beside a public screen: the app has taken over, and hears what was done before. */
export function TakeOver() {
  useLayoutEffect(() => {
    const root = document.querySelector(`[${ATTRIBUTE}]`)
    if (!root) return
    root.removeAttribute(ATTRIBUTE)
    for (const field of root.querySelectorAll('input')) tellAgain(field)
    // What was typed is drawn by then.
    queueMicrotask(() => root.querySelector<HTMLFormElement>('form[data-held]')?.requestSubmit())
  }, [])
  return null
}

/** Has React hear of what stands in a field as if it came now: it takes what it finds for its own. */
function tellAgain(field: HTMLInputElement): void {
  const { type, value, defaultValue, checked, defaultChecked } = field
  if (checked !== defaultChecked) {
    field.checked = defaultChecked
    field.click()
  }
  if (type === 'checkbox' || value === defaultValue) return
  field.value = defaultValue
  // Past React, which notes what is written through the field itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
