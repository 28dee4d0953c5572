import { XIcon } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#src/domain/dates.ts'
import { Button } from '#src/ui/form/button.tsx'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'

/** The days on which the desk is closed. */
export function Holidays({ holidays, onChange }: HolidaysProps) {
  const [day, setDay] = useState('')
  function add() {
    if (day !== '' && !holidays.includes(day)) onChange([...holidays, day].sort())
    setDay('')
  }
  return (
    <div className="hours-holidays">
      {holidays.length > 0 && (
        <ul className="hours-dates" aria-label="Holidays">
          {holidays.map((one) => (
            <li key={one} className="hours-date">
              {nameDay(one)}
              <IconButton
                label={`Remove the holiday ${nameDay(one)}`}
                icon={<XIcon size={16} />}
                onClick={() => onChange(holidays.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      <Field label="Holiday">
        {(input) => <DateInput {...input} value={day} onValue={setDay} />}
      </Field>
      <Button disabled={day === ''} onClick={add}>
        Add holiday
      </Button>
    </div>
  )
}

/** 'Mon 26 Jan 2026': noon is on the same day everywhere in India. */
function nameDay(day: string): string {
  return formatDay(`${day}T06:30:00.000Z`, 0)
}

interface HolidaysProps {
  holidays: readonly string[]
  onChange: (next: readonly string[]) => void
}
