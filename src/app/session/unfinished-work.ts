import { isPageHeld } from '#src/storage/page-hold.ts'

/** Fields in which nobody types. */
const UNTYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit'])

/** Whether a reload would come in the middle of something: work of this page, an open dialog or sheet, typed text. */
export function hasUnfinishedWork(document: Document): boolean {
  if (isPageHeld() || document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  )
  // What was left in a section behind the one in view is nothing that somebody is in the middle of.
  return [...fields].some(
    (field) => !UNTYPED.has(field.type) && field.value !== '' && !field.closest('[hidden]'),
  )
}
