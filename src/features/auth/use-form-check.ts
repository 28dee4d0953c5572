import { type FocusEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { focusFirstInvalid } from '#src/ui/form/invalid-focus.ts'

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/**
 * The error messages of a form's fields. A submit checks all fields. A blur checks the field that lost the focus,
 * unless it is empty and has no error. Spread `formProps` on the form; each input's `name` is its key in `values`.
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
    focusFirstInvalid(formRef.current)
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
    // A server error stays until the value changes, and a field that was left empty shows no error.
    if (errors[name] ? sentence === undefined : isEmpty) return
    setErrors((before) => ({ ...before, [name]: sentence }))
  }

  return {
    errors,
    formProps: { ref: formRef, onBlur, noValidate: true },

    /** Returns the valid values. Returns null and shows the messages if a field is invalid. */
    checkAll(now = values): Output | null {
      const read = v.safeParse(schema, now)
      if (read.success) setErrors({})
      else showAndFocus(sentencesFor(schema, now))
      return read.success ? read.output : null
    },

    /** A valid new value clears a validation error; any new value clears a server error. */
    noteChange(name: Name, value: string | boolean): void {
      if (!errors[name]) return
      const isOwn = errors[name] === sentencesFor(schema, values)[name]
      const next = sentencesFor(schema, { ...values, [name]: value })[name]
      setErrors((before) => ({ ...before, [name]: isOwn ? next : undefined }))
    },

    /** Shows the server's errors for this form's fields. */
    show(fields: Readonly<Record<string, string>>): void {
      const known = Object.entries(fields).filter(([name]) => isName(name))
      if (known.length > 0) showAndFocus(Object.fromEntries(known) as FieldErrors<Name>) // filtered by isName
    },
  }
}

/** The first error of each invalid field. */
function sentencesFor<Name extends string>(
  schema: v.GenericSchema,
  values: Record<Name, unknown>,
): FieldErrors<Name> {
  const sentences: FieldErrors<Name> = {}
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const name = issue.path?.[0]?.key as Name // the keys of the schema are those of `values`
    sentences[name] ??= issue.message
  }
  return sentences
}

/** Whether a button or link is being pressed: a message that appears now would move it away from the pointer. */
function isPressing(form: HTMLFormElement | null): boolean {
  return form?.querySelector(':is(button, a):active') != null
}
