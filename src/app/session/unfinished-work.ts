import { isPageHeld } from '#src/storage/page-hold.ts'

/** Input types without text. */
const UNTYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit'])

/** Whether a reload would interrupt something: work of this page, an open dialog or sheet, typed text. */
export function hasUnfinishedWork(document: Document): boolean {
  if (isPageHeld() || document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  )
  // Text left in a hidden section does not count as unfinished work.
  return [...fields].some(
    (field) => !UNTYPED.has(field.type) && field.value !== '' && !field.closest('[hidden]'),
  )
}
