import { useState } from 'react'
import { readAmount } from '#src/domain/import/number-reading.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { RangeCondition, RangeField } from '#src/domain/query/condition.ts'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

type Range = Pick<RangeCondition, 'from' | 'to'>

/** The two bounds of a field, which apply when one leaves an input or presses Enter. */
export function RangeFields<Row>({ field, range, onChange }: RangeFieldsProps<Row>) {
  const { name, label } = field
  const [error, setError] = useState<string | null>(null)
  function change(next: Range) {
    const isMixedUp = next.from !== null && next.to !== null && next.from > next.to
    setError(isMixedUp ? 'The first number is above the second.' : null)
    if (isMixedUp) return
    const isOpen = next.from === null && next.to === null
    onChange(isOpen ? null : { kind: 'range', name, ...next })
  }
  return (
    <div className="condition-range">
      <BoundInput
        label={`${label}, from`}
        bound={range.from}
        error={error}
        onChange={(from) => change({ ...range, from })}
      />
      <BoundInput
        label={`${label}, to`}
        bound={range.to}
        error={null}
        onChange={(to) => change({ ...range, to })}
      />
    </div>
  )
}

interface RangeFieldsProps<Row> {
  field: RangeField<Row>
  range: Range
  onChange: (next: RangeCondition | null) => void
}

function BoundInput({ label, bound, error, onChange }: BoundInputProps) {
  const kept = bound === null ? '' : groupIndian(bound)
  const [text, setText] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [isUnread, setUnread] = useState(false)
  // The address has changed: its bound replaces the text.
  if (seen !== kept) {
    setSeen(kept)
    setText(kept)
    setUnread(false)
  }
  function commit() {
    const amount = text.trim() === '' ? null : readAmount(text)
    const isRead = amount === null || (amount !== undefined && amount >= 0)
    setUnread(!isRead)
    if (isRead && amount !== bound) onChange(amount)
  }
  return (
    <Field label={label} error={isUnread ? 'Enter a number, such as 50,00,000 or 45 Lac.' : error}>
      {(input) => (
        <TextInput
          {...input}
          inputMode="decimal"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
      )}
    </Field>
  )
}

interface BoundInputProps {
  label: string
  bound: number | null
  error: string | null
  onChange: (bound: number | null) => void
}
