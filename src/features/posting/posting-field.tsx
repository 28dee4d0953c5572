import type { ChangeEvent } from 'react'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  DEAL_LABELS,
  DEALS,
  FIELD_LABELS,
  FURNISHING_WORDS,
  FURNISHINGS,
  fieldRulesOf,
  KIND_WORDS,
  KINDS,
  listKindsOf,
} from '#src/domain/posting/posting-fields.ts'
import type { TypedField } from '#src/domain/posting/typed-posting.ts'
import { DateInput } from '#src/ui/form/date-input.tsx'
import { DateTimeInput } from '#src/ui/form/date-time-input.tsx'
import { Field, type FieldInputProps } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

export interface PostingFieldProps {
  field: TypedField
  value: string
  /** The draft so far, which determines the choices. */
  draft: PostingDraft
  error: string | undefined
  onType: (field: TypedField, value: string) => void
}

const HINTS: Partial<Record<TypedField, string>> = {
  title: 'What a buyer reads first, such as "Sunlit 2 BHK near the park".',
  description: 'No phone numbers or e-mail addresses: buyers reach you through us.',
  auctionEndsAt: 'Indian time.',
  price: 'Rupees.',
  rent: 'Rupees.',
  startingBid: 'Rupees.',
}

/** One field of the wizard, with the suitable keyboard on a phone. */
export function PostingField({ field, value, draft, error, onType }: PostingFieldProps) {
  const isOptional = fieldRulesOf(draft)[field] === 'optional'
  const label = isOptional ? `${FIELD_LABELS[field]} (optional)` : FIELD_LABELS[field]
  return (
    <Field label={label} error={error} hint={HINTS[field]}>
      {(props) => (
        <PostingInput
          {...props}
          name={field}
          value={value}
          draft={draft}
          onChange={({ target }) => onType(field, target.value)}
          onDay={(day) => onType(field, day)}
        />
      )}
    </Field>
  )
}

interface InputProps extends FieldInputProps {
  name: TypedField
  value: string
  draft: PostingDraft
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
  onDay: (day: string) => void
}

function PostingInput({ draft, onDay, ...input }: InputProps) {
  const { name } = input
  const choices = choicesOf(name, draft)
  if (choices)
    return (
      <Select {...input}>
        <option value="">Choose</option>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  if (name === 'description') return <TextArea {...input} rows={6} />
  if (name === 'auctionEndsAt') return <DateTimeInput {...input} />
  if (name === 'availableFrom') return <DateInput {...input} onDay={onDay} />
  if (name === 'city') return <TextInput {...input} autoComplete="address-level2" />
  if (name === 'locality') return <TextInput {...input} autoComplete="address-level3" />
  if (name === 'title') return <TextInput {...input} autoComplete="off" />
  return <TextInput {...input} inputMode="numeric" autoComplete="off" />
}

function choicesOf(
  field: TypedField,
  { deal }: PostingDraft,
): readonly (readonly [string, string])[] | null {
  if (field === 'deal') return DEALS.map((one) => [one, DEAL_LABELS[one]])
  if (field === 'kind')
    return (deal ? listKindsOf(deal) : KINDS).map((one) => [one, KIND_WORDS[one]])
  if (field === 'furnishing') return FURNISHINGS.map((one) => [one, FURNISHING_WORDS[one]])
  return null
}
