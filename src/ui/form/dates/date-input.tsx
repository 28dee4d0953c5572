import { CalendarIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldInputProps } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { formatTypedDay, formatTypedMoment, readTypedDay, readTypedMoment } from './typed-moment.ts'

const DAY = {
  type: 'date',
  max: '9999-12-31', // without a maximum, browsers accept six-digit years
  read: readTypedDay,
  format: formatTypedDay,
  placeholder: 'dd/mm/yyyy',
  pick: 'Choose a day',
  mistake: 'Type the day as dd/mm/yyyy, such as 05/12/2026.',
}

const MOMENT: typeof DAY = {
  type: 'datetime-local',
  max: '9999-12-31T23:59',
  read: readTypedMoment,
  format: formatTypedMoment,
  placeholder: 'dd/mm/yyyy hh:mm',
  pick: 'Choose a day and a time',
  mistake: 'Type the day and the time as dd/mm/yyyy hh:mm, such as 05/12/2026 14:30.',
}

/**
 * A day, or with `hasTime` a day and a time, typed in the order of India or chosen in the platform's picker. The platform's
 * own input has the order of the browser's language, in which 05/12 may be a day in May. The value is 'yyyy-mm-dd' or
 * 'yyyy-mm-ddThh:mm', and '' while the text is neither. Such a text stays as it was typed, and makes the input invalid.
 */
export function DateInput({ value, onValue, hasTime = false, ...field }: DateInputProps) {
  const kind = hasTime ? MOMENT : DAY
  const inputRef = useRef<HTMLInputElement>(null)
  const pickerRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const isTyped = (kind.read(typed) ?? '') === value
  const text = isTyped && typed !== '' ? typed : kind.format(value)
  const isUnread = text.trim() !== '' && value === ''
  const isWrong = isLeft && isUnread && !field['aria-invalid']
  const errorId = `${field.id}-day`
  const { mistake } = kind
  useEffect(() => inputRef.current?.setCustomValidity(isUnread ? mistake : ''), [isUnread, mistake])
  return (
    <>
      <span className="input-with-button">
        <TextInput
          {...field}
          ref={inputRef}
          aria-invalid={isWrong || field['aria-invalid']}
          aria-describedby={isWrong ? errorId : field['aria-describedby']}
          inputMode="numeric"
          placeholder={kind.placeholder}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            setLeft(false)
            onValue(kind.read(target.value) ?? '')
          }}
          onBlur={() => {
            setLeft(true)
            if (value !== '') setTyped('')
          }}
        />
        <input
          ref={pickerRef}
          type={kind.type}
          className="date-picker"
          tabIndex={-1}
          aria-hidden="true"
          max={kind.max}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
        <IconButton
          label={kind.pick}
          icon={<CalendarIcon size={16} />}
          onClick={() => pickerRef.current?.showPicker()}
        />
      </span>
      <FieldError id={errorId}>{isWrong && mistake}</FieldError>
    </>
  )
}

export interface DateInputProps extends FieldInputProps {
  name?: string
  value: string
  onValue: (value: string) => void
  hasTime?: boolean
  'aria-required'?: boolean
}
