import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

/** A checkbox with its label and its error message. The label may contain links. */
export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className="field">
      <label className="checkbox">
        <input
          {...rest}
          type="checkbox"
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  error?: ReactNode
}
