import { type ReactNode, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

// The build prerenders the first screen of a public page (prerender.tsx): people can read it and fill it in before its
// code has loaded. The root has the attribute below until hydration. public/early.js hides the prerendered screen if
// there is a session, a draft or navigation state, and holds back a form that is submitted before hydration.

const ATTRIBUTE = 'data-prerendered'

/** The fields that people may fill in before hydration. */
let fieldsBefore: readonly HTMLInputElement[] = []

/** Whether the root has a prerendered screen that applies to this visitor. */
export function isPrerendered(root: HTMLElement): boolean {
  return root.hasAttribute(ATTRIBUTE) && !('known' in document.documentElement.dataset)
}

/** Shows the app in the root: hydrates the prerendered screen if it applies to this visitor, else renders anew. */
export function showApp(root: HTMLElement, app: ReactNode): void {
  if (isPrerendered(root)) {
    fieldsBefore = [...root.querySelectorAll('input')]
    // A transition renders in slices: the page responds to typing and scrolling between them.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    if (root.hasAttribute(ATTRIBUTE)) root.replaceChildren()
    root.removeAttribute(ATTRIBUTE)
    // The splash stays until the app has rendered. It has nothing to press, so the render need not yield to input.
    createRoot(root).render(app)
  }
}

/**
 * Must be rendered before the public screen: its effects then run first, and the screen finds the typed text in its
 * fields (features/auth/use-typed-before.ts). Afterwards submits a form again that was submitted before hydration.
 */
export function Hydration() {
  useLayoutEffect(() => {
    const root = document.querySelector(`[${ATTRIBUTE}]`)
    root?.removeAttribute(ATTRIBUTE)
    // React discards a machine-translated screen and renders it anew, with empty fields.
    for (const before of fieldsBefore) if (!before.isConnected) restore(before)
    fieldsBefore = []
  }, [])
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('form[data-held]')
    if (!form) return
    form.removeAttribute('data-held')
    form.querySelector('[aria-busy]')?.removeAttribute('aria-busy')
    // Waits until the state updates of the effects have rendered: before that, the form lacks the typed text.
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
