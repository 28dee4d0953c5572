import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Field, type FieldInputProps } from '#src/ui/form/field.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useFactorRequest } from './use-factor-state.ts'

export interface FactorFormProps {
  label: string
  hint?: ReactNode
  /** The name of the field in the server's errors. */
  name: 'password' | 'code'
  submitLabel: string
  isDanger?: boolean
  /** Renders the input, which keeps the typed text until the request succeeds. */
  children: (inputProps: FieldInputProps & { name: string }) => ReactNode
  onSubmit: (typed: string) => Promise<void>
  onCancel: () => void
}

/** A form with one field, whose value the server checks before it changes two-step sign-in. */
export function FactorForm(props: FactorFormProps) {
  const { label, hint, name, submitLabel, isDanger = false, children, onSubmit, onCancel } = props
  const { isBusy, fields, problem, send } = useFactorRequest()
  const formRef = useRef<HTMLFormElement>(null)
  const error = fields[name]

  useEffect(() => {
    formRef.current?.querySelector('input')?.focus()
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get(name) ?? '')
    void send(() => onSubmit(typed))
  }

  return (
    <form ref={formRef} className="stack" onSubmit={submit} noValidate>
      {problem && <Notice tone="negative">{problem}</Notice>}
      <Field label={label} hint={hint} error={error}>
        {(input) => children({ ...input, name })}
      </Field>
      <div className="row">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={isBusy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
