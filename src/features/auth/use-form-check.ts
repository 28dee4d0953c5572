import { type FocusEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/**
 * The sentences beside the fields of a form: all of them on submit, one when its field is left with something in it or
 * was wrong before. Spread `formProps` on the form; each input's `name` is its key in `values`.
 */
export function useFormCheck<Name extends string, Output>(
  schema: v.GenericSchema<unknown, Output>,
  values: Record<Name, string | boolean>,
) {
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [focusRounds, setFocusRounds] = useState(0)

  useEffect(() => {
    if (focusRounds === 0) return
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusRounds])

  function showAndFocus(next: FieldErrors<Name>) {
    setErrors(next)
    setFocusRounds((rounds) => rounds + 1)
  }

  function isName(name: string): name is Name {
    return Object.hasOwn(values, name)
  }

  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const { name } = event.target
    if (!isName(name) || isPressing(formRef.current)) return
    const isEmpty = values[name] === '' || values[name] === false
    const sentence = sentencesFor(schema, values)[name]
    // What the server said of this value stays, and nobody is reminded of a field that they only passed.
    if (errors[name] ? sentence === undefined : isEmpty) return
    setErrors((before) => ({ ...before, [name]: sentence }))
  }

  return {
    errors,
    formProps: { ref: formRef, onBlur, noValidate: true },

    /** What may be sent; null when something is wrong, which then stands beside its field. */
    checkAll(now = values): Output | null {
      const read = v.safeParse(schema, now)
      if (read.success) setErrors({})
      else showAndFocus(sentencesFor(schema, now))
      return read.success ? read.output : null
    },

    /** A field has a new value: its own sentence goes when it is right, the server's at once. */
    noteChange(name: Name, value: string | boolean): void {
      if (!errors[name]) return
      const isOwn = errors[name] === sentencesFor(schema, values)[name]
      const next = sentencesFor(schema, { ...values, [name]: value })[name]
      setErrors((before) => ({ ...before, [name]: isOwn ? next : undefined }))
    },

    /** Shows what the server said of the fields of this form. */
    show(fields: Readonly<Record<string, string>>): void {
      const known = Object.entries(fields).filter(([name]) => isName(name))
      if (known.length > 0) showAndFocus(Object.fromEntries(known) as FieldErrors<Name>) // filtered by isName
    },
  }
}

/** The first sentence for each wrong field. */
function sentencesFor<Name extends string>(
  schema: v.GenericSchema,
  values: Record<Name, unknown>,
): FieldErrors<Name> {
  const sentences: FieldErrors<Name> = {}
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const name = issue.path?.[0]?.key as Name // the schema is one of these values
    sentences[name] ??= issue.message
  }
  return sentences
}

/** A sentence that comes while a button or a link is held down would move it away from under the pointer. */
function isPressing(form: HTMLFormElement | null): boolean {
  return form?.querySelector(':is(button, a):active') != null
}
