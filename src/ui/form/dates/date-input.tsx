import { CalendarIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FieldInputProps } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { formatTypedDay, readTypedDay } from './typed-day.ts'

const LAST_DAY = '9999-12-31' // without a maximum, browsers accept six-digit years

/**
 * A day, typed as dd/mm/yyyy or chosen in the platform's picker. The platform's own date input has the order of the
 * browser's language, in which 05/12 may be a day in May. The value is 'yyyy-mm-dd', '' while the text is no day; such a
 * text stays as it was typed.
 */
export function DateInput({ value, onDay, ...field }: DateInputProps) {
  const pickerRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const isTyped = (readTypedDay(typed) ?? '') === value
  const text = isTyped && typed !== '' ? typed : formatTypedDay(value)
  const isWrong = isLeft && text.trim() !== '' && value === ''
  const errorId = `${field.id}-day`
  return (
    <>
      <span className="input-with-button">
        <TextInput
          {...field}
          aria-invalid={isWrong || field['aria-invalid']}
          aria-describedby={isWrong ? errorId : field['aria-describedby']}
          inputMode="numeric"
          placeholder="dd/mm/yyyy"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            setLeft(false)
            onDay(readTypedDay(target.value) ?? '')
          }}
          onBlur={() => {
            setLeft(true)
            if (value !== '') setTyped('')
          }}
        />
        <input
          ref={pickerRef}
          type="date"
          className="date-picker"
          tabIndex={-1}
          aria-hidden="true"
          max={LAST_DAY}
          value={value}
          onChange={({ target }) => onDay(target.value)}
        />
        <IconButton
          label="Choose a day"
          icon={<CalendarIcon size={16} />}
          onClick={() => pickerRef.current?.showPicker()}
        />
      </span>
      <FieldError id={errorId}>
        {isWrong && 'Type the day as dd/mm/yyyy, such as 05/12/2026.'}
      </FieldError>
    </>
  )
}

export interface DateInputProps extends FieldInputProps {
  value: string
  onDay: (day: string) => void
}
