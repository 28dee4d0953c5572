import { useMemo } from 'react'
import {
  type Condition,
  foldValue,
  type QueryField,
  type TextField,
  type YesNoField,
} from '#src/domain/query/condition.ts'
import { listTexts } from '#src/domain/query/condition-rows.ts'
import { sayValue } from '#src/domain/query/condition-words.ts'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { DaysFields } from './days-fields.tsx'
import { RangeFields } from './range-fields.tsx'
import type { ListConditions } from './use-conditions.ts'
import './filters.css'

/** One control for each field that a list can be filtered by. Each choice applies at once. */
export function ConditionFields<Row>({ rows, list, shownElsewhere }: ConditionFieldsProps<Row>) {
  const { fields, conditions, set } = list
  const shown = fields.filter(({ name }) => !shownElsewhere.includes(name))
  return shown.map((field) => {
    const condition = conditions.find(({ name }) => name === field.name) ?? null
    const onChange = (next: Condition | null) => set(field.name, next)
    return <ConditionField key={field.name} {...{ field, rows, condition, onChange }} />
  })
}

interface ConditionFieldsProps<Row> {
  list: Pick<ListConditions<Row>, 'fields' | 'conditions' | 'set'>
  /** The rows whose values can be chosen. */
  rows: readonly Row[]
  /** The fields that have a control elsewhere. */
  shownElsewhere: readonly string[]
}

function ConditionField<Row>({ field, rows, condition, onChange }: ConditionFieldProps<Row>) {
  if (field.kind === 'text') return <ValueSelect {...{ field, rows, condition, onChange }} />
  if (field.kind === 'yes-no') return <YesNoSelect {...{ field, condition, onChange }} />
  if (field.kind === 'days')
    return (
      <DaysFields
        field={field}
        days={condition?.kind === 'days' ? condition : { from: null, to: null }}
        onChange={onChange}
      />
    )
  return (
    <RangeFields
      field={field}
      range={condition?.kind === 'range' ? condition : { from: null, to: null }}
      onChange={onChange}
    />
  )
}

interface ConditionFieldProps<Row> {
  field: QueryField<Row>
  rows: readonly Row[]
  condition: Condition | null
  onChange: (next: Condition | null) => void
}

/** Chooses one of the values that the rows have. Several values, which an address may have, are one option. */
function ValueSelect<Row>({ field, rows, condition, onChange }: ValueSelectProps<Row>) {
  const known = useMemo(() => listValues(rows, field), [rows, field])
  const values = condition?.kind === 'text' ? condition.values : []
  const chosen =
    (values.length === 1 && known.find((one) => foldValue(one) === foldValue(values[0] ?? ''))) ||
    values.join(' or ')
  return (
    <Field label={field.label}>
      {(input) => (
        <Select
          {...input}
          value={chosen}
          onChange={({ target }) =>
            onChange(
              target.value ? { kind: 'text', name: field.name, values: [target.value] } : null,
            )
          }
        >
          <option value="">Any</option>
          {(chosen && !known.includes(chosen) ? [chosen, ...known] : known).map((value) => (
            <option key={value} value={value}>
              {sayValue(value, field)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface ValueSelectProps<Row> extends Omit<ConditionFieldProps<Row>, 'field'> {
  field: TextField<Row>
}

/** What a field offers, then the different values of the rows by their words; of those that count as equal, the first. */
function listValues<Row>(rows: readonly Row[], field: TextField<Row>): string[] {
  const values = new Map<string, string>()
  const nowMs = Date.now()
  for (const row of rows)
    for (const text of listTexts(field, row, nowMs)) {
      const value = text.trim()
      if (value && !values.has(foldValue(value))) values.set(foldValue(value), value)
    }
  const { offered = [] } = field
  const others = [...values.values()].filter((value) => !offered.includes(value))
  const wordsOf = (value: string) => sayValue(value, field)
  return [
    ...offered,
    ...others.sort((one, other) => wordsOf(one).localeCompare(wordsOf(other), 'en-IN')),
  ]
}

function YesNoSelect<Row>({ field, condition, onChange }: YesNoSelectProps<Row>) {
  const { name, label, says } = field
  const chosen = condition?.kind === 'yes-no' ? (condition.isYes ? 'yes' : 'no') : ''
  return (
    <Field label={label}>
      {(input) => (
        <Select
          {...input}
          value={chosen}
          onChange={({ target }) =>
            onChange(target.value ? { kind: 'yes-no', name, isYes: target.value === 'yes' } : null)
          }
        >
          <option value="">Any</option>
          <option value="yes">{says.yes}</option>
          <option value="no">{says.no}</option>
        </Select>
      )}
    </Field>
  )
}

interface YesNoSelectProps<Row> extends Pick<ConditionFieldProps<Row>, 'condition' | 'onChange'> {
  field: YesNoField<Row>
}
