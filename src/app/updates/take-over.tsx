import { type ReactNode, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

// A public page comes with its first screen written out by the build (prerender.tsx): it is read, and filled in, before
// any code is there. The root has the attribute below until the app stands in its place; public/early.js shows it only to
// whom it fits, and holds back a form that is sent before.

const ATTRIBUTE = 'data-prerendered'

/** The fields in which somebody may type before the app takes over. */
let fieldsBefore: readonly HTMLInputElement[] = []

/** Whether a screen stands written out that this visitor may see. */
export function isPrerendered(root: HTMLElement): boolean {
  return root.hasAttribute(ATTRIBUTE) && !('known' in document.documentElement.dataset)
}

/** Puts the app in the root: over what stands there written out where that fits this visitor, else afresh. */
export function showApp(root: HTMLElement, app: ReactNode): void {
  if (isPrerendered(root)) {
    fieldsBefore = [...root.querySelectorAll('input')]
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

/**
 * Stands before a public screen, whose effects come after its own: what was typed stands in the screen's fields when it
 * looks (features/auth/use-typed-before.ts), and a form that was sent too early is sent once it has looked.
 */
export function TakeOver() {
  useLayoutEffect(() => {
    const root = document.querySelector(`[${ATTRIBUTE}]`)
    root?.removeAttribute(ATTRIBUTE)
    // A screen that a translator had changed was drawn anew, with empty fields.
    for (const before of fieldsBefore) if (!before.isConnected) restore(before)
    fieldsBefore = []
  }, [])
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('form[data-held]')
    if (!form) return
    form.removeAttribute('data-held')
    form.querySelector('[aria-busy]')?.removeAttribute('aria-busy')
    // Effects run before what they changed is rendered: the form would be read without what was typed.
    queueMicrotask(() => form.requestSubmit())
  }, [])
  return null
}

function restore({ name, value, checked }: HTMLInputElement): void {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!field) return
  field.value = value
  field.checked = checked
}
