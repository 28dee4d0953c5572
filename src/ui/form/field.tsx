import { type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

/** A label, one input, its hint and its error, linked for assistive technology. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint ? hintId : null, error ? errorId : null].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

export interface FieldProps {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  children: (inputProps: FieldInputProps) => ReactNode
}

/** Spread these on the input. */
export interface FieldInputProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
