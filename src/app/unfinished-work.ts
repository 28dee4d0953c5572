import { isPageHeld } from '#src/sync/page-hold.ts'

/** Fields in which nobody types. */
const UNTYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit'])

/** Whether a reload would come in the middle of something: work of this page, an open dialog or sheet, typed text. */
export function hasUnfinishedWork(document: Document): boolean {
  if (isPageHeld() || document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  )
  return [...fields].some(({ type, value }) => !UNTYPED.has(type) && value !== '')
}
