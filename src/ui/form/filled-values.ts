// Some browsers fill in a form without events, such as Chrome on iOS. React does not know these values: it would not
// send them, and would empty the fields at its next render.

const TICKED = new Set(['checkbox', 'radio', 'file']) // no browser fills these in
/**
 * What comes before React renders a form again or sends it. Not clicks and input: a render in between would undo what
 * the person has just ticked or typed.
 */
const ACTS = ['pointerdown', 'keydown', 'focusin', 'focusout', 'submit'] as const

/**
 * Before any act in a form is handled, reports the values of its fields that were filled in without an event, so that
 * what is shown is sent. Returns the function that stops it.
 */
export function watchFilledValues(window: Window): () => void {
  const known = new WeakMap<Element, string>()

  function note({ target }: Event): void {
    if (target instanceof Element && isFilled(target)) known.set(target, target.value)
  }

  function onAct({ target }: Event): void {
    if (!(target instanceof Element)) return
    const filled = [...(target.closest('form')?.elements ?? [])]
      .filter(isFilled)
      .filter((field) => (known.get(field) ?? field.defaultValue) !== field.value)
      .map((field) => ({ field, value: field.value }))
    for (const { field, value } of filled) {
      // The report of the field before has made React render, which emptied this one.
      setSilently(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  window.addEventListener('input', note, { capture: true })
  for (const act of ACTS) window.addEventListener(act, onAct, { capture: true })
  return () => {
    window.removeEventListener('input', note, { capture: true })
    for (const act of ACTS) window.removeEventListener(act, onAct, { capture: true })
  }
}

function isFilled(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  if (field instanceof HTMLInputElement) return !TICKED.has(field.type)
  return field instanceof HTMLTextAreaElement
}

/** Sets the value as the browser did. An assignment to `field.value` would make React ignore the event that follows. */
function setSilently(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}
