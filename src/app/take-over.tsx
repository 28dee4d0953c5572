import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

// A public page comes with its first screen written out by the build (prerender.tsx): it is read, and filled in, before
// any code is there. The root has the attribute below until the app stands in its place; public/early.js shows it only to
// whom it fits, and holds back a form that is sent before.

const ATTRIBUTE = 'data-prerendered'

/** What was done before the app took over, in case it has to draw the screen anew. */
interface DoneBefore {
  fields: ReadonlyMap<string, HTMLInputElement>
  isHeld: boolean
}

const NOTHING_DONE: DoneBefore = { fields: new Map(), isHeld: false }
let doneBefore: DoneBefore | null = null

/** Whether a screen stands written out that this visitor may see. */
export function isPrerendered(root: HTMLElement): boolean {
  return root.hasAttribute(ATTRIBUTE) && !('known' in document.documentElement.dataset)
}

/** Puts the app in the root: over what stands there written out where that fits this visitor, else afresh. */
export function showApp(root: HTMLElement, app: ReactNode): void {
  if (isPrerendered(root)) {
    const fields = [...root.querySelectorAll('input')].map((field) => [field.name, field] as const)
    doneBefore = { fields: new Map(fields), isHeld: root.querySelector(HELD) !== null }
    // A transition is drawn in slices: nobody waits for it, and whoever types or scrolls is answered between them.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    if (root.hasAttribute(ATTRIBUTE)) root.replaceChildren()
    root.removeAttribute(ATTRIBUTE)
    // The app's mark stays until the app has rendered. A transition renders in slices, so input and database answers that arrive
    // meanwhile do not wait for all of it.
    startTransition(() => createRoot(root).render(app))
  }
}

const HELD = 'form[data-held]'

/** Stands beside a public screen: the app has taken over, and hears what was done before. */
export function TakeOver() {
  useLayoutEffect(() => {
    const root = document.querySelector(`[${ATTRIBUTE}]`)
    if (!root) return
    root.removeAttribute(ATTRIBUTE)
    // Not in the middle of the drawing: React would put back what it has drawn.
    queueMicrotask(() => repeat(root))
  }, [])
  return null
}

function repeat(root: Element): void {
  const { fields, isHeld } = doneBefore ?? NOTHING_DONE
  doneBefore = null
  const isDrawnAnew = [...fields.values()].some((field) => !field.isConnected)
  // Each is drawn as soon as it is told, and with it what the others were: that of the cursor first, as it stands.
  const typed = [...root.querySelectorAll('input')].map((field) => {
    const { value, checked } = (isDrawnAnew && fields.get(field.name)) || field
    return { field, value, checked }
  })
  typed.sort((a, b) => Number(b.field.matches(':focus')) - Number(a.field.matches(':focus')))
  for (const each of typed) tellAgain(each)
  const form = root.querySelector('form')
  if (!form || !(isDrawnAnew ? isHeld : form.matches(HELD))) return
  form.removeAttribute('data-held')
  form.querySelector('[aria-busy]')?.removeAttribute('aria-busy')
  form.requestSubmit()
}

/** React's own note of what it last heard of a field; it takes what it finds at the take-over for heard. */
interface TrackedField extends HTMLInputElement {
  _valueTracker?: { setValue(value: string): void }
}

interface TypedBefore {
  field: TrackedField
  value: string
  checked: boolean
}

/** Has React hear of what was typed as if it came now; nothing is written where it stands already. */
function tellAgain({ field, value, checked }: TypedBefore): void {
  if (field.type === 'checkbox') {
    if (checked === field.defaultChecked) return
    field.checked = field.defaultChecked
    field.click()
    return
  }
  if (value === field.defaultValue) return
  if (field.value !== value) field.value = value
  field._valueTracker?.setValue(field.defaultValue)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
