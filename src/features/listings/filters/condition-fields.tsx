import { useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { LISTING_FIELDS } from '#src/domain/listing/listing-fields.ts'
import {
  type Condition,
  foldValue,
  type QueryField,
  type TextField,
  type YesNoField,
} from '#src/domain/query/condition.ts'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { RangeFields } from './range-fields.tsx'
import type { ListingConditions } from './use-listing-conditions.ts'
import './filters.css'

/** One control for each field that the listings can be filtered by. Each choice applies at once. */
export function ConditionFields({ listings, conditions, set }: ConditionFieldsProps) {
  return LISTING_FIELDS.map((field) => {
    const condition = conditions.find(({ name }) => name === field.name) ?? null
    const onChange = (next: Condition | null) => set(field.name, next)
    return <ConditionField key={field.name} {...{ field, listings, condition, onChange }} />
  })
}

interface ConditionFieldsProps extends Pick<ListingConditions, 'conditions' | 'set'> {
  /** The listings whose values can be chosen. */
  listings: readonly Listing[]
}

function ConditionField({ field, listings, condition, onChange }: ConditionFieldProps) {
  if (field.kind === 'text')
    return <ValueSelect {...{ field, listings, onChange }} condition={condition} />
  if (field.kind === 'yes-no') return <YesNoSelect {...{ field, onChange }} condition={condition} />
  return (
    <RangeFields
      field={field}
      range={condition?.kind === 'range' ? condition : { from: null, to: null }}
      onChange={onChange}
    />
  )
}

interface ConditionFieldProps {
  field: QueryField<Listing>
  listings: readonly Listing[]
  condition: Condition | null
  onChange: (next: Condition | null) => void
}

/** Chooses one of the values that the listings have. Several values, which an address may have, are one option. */
function ValueSelect({ field, listings, condition, onChange }: ValueSelectProps) {
  const known = useMemo(() => listValues(listings, field), [listings, field])
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
            <option key={value}>{value}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface ValueSelectProps extends Omit<ConditionFieldProps, 'field'> {
  field: TextField<Listing>
}

/** The different values of a field, in alphabetical order; of those that count as equal, the first. */
function listValues(listings: readonly Listing[], field: TextField<Listing>): string[] {
  const values = new Map<string, string>()
  for (const listing of listings) {
    const value = field.of(listing)?.trim()
    if (value && !values.has(foldValue(value))) values.set(foldValue(value), value)
  }
  return [...values.values()].sort((one, other) => one.localeCompare(other, 'en-IN'))
}

function YesNoSelect({ field, condition, onChange }: YesNoSelectProps) {
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

interface YesNoSelectProps extends Pick<ConditionFieldProps, 'condition' | 'onChange'> {
  field: YesNoField<Listing>
}
