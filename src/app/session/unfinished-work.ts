import { isPageHeld } from '#src/storage/page-hold.ts'

/** Input types without text. */
const UNTYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit'])

/** Whether a reload would interrupt the person: running work (holdPage), an open dialog or sheet, or typed text. */
export function hasUnfinishedWork(document: Document): boolean {
  if (isPageHeld() || document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  )
  // Ignores text in hidden sections.
  return [...fields].some(
    (field) => !UNTYPED.has(field.type) && field.value !== '' && !field.closest('[hidden]'),
  )
}
