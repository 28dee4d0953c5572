import { useState } from 'react'
import type { DaysCondition, DaysField } from '#src/domain/query/condition.ts'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field } from '#src/ui/form/field.tsx'

type Days = Pick<DaysCondition, 'from' | 'to'>

/** The first and the last day of a field. Each applies once it is a whole day. */
export function DaysFields<Row>({ field, days, onChange }: DaysFieldsProps<Row>) {
  const { name, label } = field
  const [error, setError] = useState<string | null>(null)
  function change(next: Days) {
    const isMixedUp = next.from !== null && next.to !== null && next.from > next.to
    setError(isMixedUp ? 'The first day is after the last.' : null)
    if (isMixedUp) return
    const isOpen = next.from === null && next.to === null
    onChange(isOpen ? null : { kind: 'days', name, ...next })
  }
  return (
    <div className="condition-range">
      <Field label={`${label}, from`} error={error}>
        {(input) => (
          <DateInput
            {...input}
            value={days.from ?? ''}
            onValue={(day) => change({ ...days, from: day || null })}
          />
        )}
      </Field>
      <Field label={`${label}, to`}>
        {(input) => (
          <DateInput
            {...input}
            value={days.to ?? ''}
            onValue={(day) => change({ ...days, to: day || null })}
          />
        )}
      </Field>
    </div>
  )
}

interface DaysFieldsProps<Row> {
  field: DaysField<Row>
  days: Days
  onChange: (next: DaysCondition | null) => void
}
