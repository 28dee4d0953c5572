import type { ChangeEvent } from 'react'
import { fieldRulesOf, POSTING_FIELD_LABELS } from '#src/domain/posting/posting-fields.ts'
import type { TypedField } from '#src/domain/posting/typed-posting.ts'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field, type FieldInputProps } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import {
  DealField,
  FurnishingField,
  KindField,
  type PostingFieldProps,
} from './choices/choice-fields.tsx'

const HINTS: Partial<Record<TypedField, string>> = {
  title: 'What a buyer reads first, such as "Sunlit 2 BHK near the park".',
  description: 'No phone numbers or e-mail addresses: buyers reach you through us.',
  auctionEndsAt: 'Indian time.',
  price: 'Rupees.',
  rent: 'Rupees.',
  startingBid: 'Rupees.',
}

/** One field of the wizard, with the suitable keyboard on a phone. */
export function PostingFieldInput(props: PostingFieldProps) {
  const { field, value, draft, error, onType } = props
  if (field === 'deal') return <DealField {...props} />
  if (field === 'kind') return <KindField {...props} />
  if (field === 'furnishing') return <FurnishingField {...props} />
  const isOptional = fieldRulesOf(draft)[field] === 'optional'
  const label = isOptional
    ? `${POSTING_FIELD_LABELS[field]} (optional)`
    : POSTING_FIELD_LABELS[field]
  return (
    <Field label={label} error={error} hint={HINTS[field]}>
      {(props) => (
        <PostingInput
          {...props}
          name={field}
          value={value}
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
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  onDay: (day: string) => void
}

function PostingInput({ onDay, ...input }: InputProps) {
  const { name } = input
  if (name === 'description') return <TextArea {...input} rows={6} />
  if (name === 'auctionEndsAt') return <DateInput {...input} onValue={onDay} hasTime />
  if (name === 'availableFrom') return <DateInput {...input} onValue={onDay} />
  if (name === 'city') return <TextInput {...input} autoComplete="address-level2" />
  if (name === 'locality') return <TextInput {...input} autoComplete="address-level3" />
  if (name === 'title') return <TextInput {...input} autoComplete="off" />
  return <TextInput {...input} inputMode="numeric" autoComplete="off" />
}
