import { type ReactNode, useId } from 'react'
import { FieldError } from '#src/ui/form/field-error.tsx'
import './radio-group.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  hint?: string
}

export interface RadioGroupProps<Value extends string> {
  label: ReactNode
  name: string
  options: readonly RadioOption<Value>[]
  /** The chosen value; any other text if none is chosen. */
  value: string
  error?: ReactNode
  /** 'cards': few options side by side, of equal size. */
  look?: 'cards' | 'chips'
  onChoose: (value: Value) => void
}

/** One choice of a few, all of them visible. */
export function RadioGroup<Value extends string>({
  label,
  name,
  options,
  value,
  error,
  look = 'chips',
  onChoose,
}: RadioGroupProps<Value>) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div
      className="field radio-group"
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      data-look={look}
    >
      <p className="field-label" id={id}>
        {label}
      </p>
      <div className="radio-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
            {option.hint && <span className="field-hint">{option.hint}</span>}
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
