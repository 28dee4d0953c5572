import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isNothingFocused } from '#src/ui/focus-return.ts'

/** Marks the button that a form replaces while it is open. */
export const OPENS_FORM = { 'data-opens-form': '' } as const

/**
 * For a form that opens in its place on the page: focuses its first field. Once it has closed, the focus returns to the
 * button in its place, or to the menu of its row, unless something else has it. Returns the ref of the form.
 */
export function useOpenedForm(): RefObject<HTMLFormElement | null> {
  const formRef = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const place = formRef.current?.parentElement
    formRef.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      // The button is back once React has written this change to the document.
      queueMicrotask(() => {
        if (!isNothingFocused()) return
        const opener = place?.querySelector<HTMLElement>('[data-opens-form]')
        const landing = opener ?? place?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
        landing?.focus()
      })
    }
  }, [])
  return formRef
}
