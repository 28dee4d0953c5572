import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  type Deal,
  FURNISHING_WORDS,
  FURNISHINGS,
  fieldRulesOf,
  KIND_WORDS,
  KINDS,
  listKindsOf,
  POSTING_FIELD_LABELS,
} from '#src/domain/posting/posting-fields.ts'
import type { TypedField } from '#src/domain/posting/typed-posting.ts'
import { RadioGroup, type RadioOption } from './radio-group.tsx'

export interface PostingFieldProps {
  field: TypedField
  value: string
  /** The draft so far, which determines the choices. */
  draft: PostingDraft
  error: string | undefined
  onType: (field: TypedField, value: string) => void
}

/** The two sides of the market; each has the deals of `WAYS`. */
const SIDES: readonly RadioOption<Deal>[] = [
  { value: 'sell', label: 'Sell', hint: 'At a price or at an auction' },
  { value: 'rent', label: 'Rent out', hint: 'The whole property or PG beds' },
]

const WAYS = [
  {
    side: 'sell',
    label: 'How do you sell?',
    options: [
      { value: 'sell', label: 'At a price' },
      { value: 'auction', label: 'At an auction' },
    ],
  },
  {
    side: 'rent',
    label: 'What do you rent out?',
    options: [
      { value: 'rent', label: 'The whole property' },
      { value: 'pg', label: 'PG beds' },
    ],
  },
] as const

/** Sell or rent out; then how. */
export function DealField({ value, error, onType }: PostingFieldProps) {
  const way = WAYS.find(({ options }) => options.some((option) => option.value === value))
  const choose = (deal: Deal) => onType('deal', deal)
  return (
    <>
      <RadioGroup
        label={POSTING_FIELD_LABELS.deal}
        name="deal"
        look="cards"
        options={SIDES}
        value={way?.side ?? ''}
        error={error}
        onChoose={choose}
      />
      {way && (
        <RadioGroup
          label={way.label}
          name="deal-way"
          options={way.options}
          value={value}
          onChoose={choose}
        />
      )}
    </>
  )
}

export function KindField({ value, draft, error, onType }: PostingFieldProps) {
  const kinds = draft.deal ? listKindsOf(draft.deal) : KINDS
  return (
    <RadioGroup
      label={POSTING_FIELD_LABELS.kind}
      name="kind"
      options={kinds.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
      value={value}
      error={error}
      onChoose={(kind) => onType('kind', kind)}
    />
  )
}

export function FurnishingField({ value, draft, error, onType }: PostingFieldProps) {
  const isOptional = fieldRulesOf(draft).furnishing === 'optional'
  const options = FURNISHINGS.map((one) => ({ value: one, label: FURNISHING_WORDS[one] }))
  return (
    <RadioGroup
      label={
        isOptional
          ? `${POSTING_FIELD_LABELS.furnishing} (optional)`
          : POSTING_FIELD_LABELS.furnishing
      }
      name="furnishing"
      options={isOptional ? [...options, { value: '', label: 'Not stated' }] : options}
      value={value}
      error={error}
      onChoose={(furnishing) => onType('furnishing', furnishing)}
    />
  )
}
