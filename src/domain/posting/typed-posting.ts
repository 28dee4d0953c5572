import { fromIndianInput, toIndianInput } from '#src/domain/dates.ts'
import { EMPTY_DRAFT, type PostingDraft } from './posting-draft.ts'
import {
  DEALS,
  FURNISHINGS,
  KINDS,
  listKindsOf,
  POSTING_FIELDS,
  type PostingField,
} from './posting-fields.ts'

// The form of a listing as the texts of its inputs. Media are not text and are handled separately.

export type TypedField = Exclude<PostingField, 'media'>
export type TypedPosting = Record<TypedField, string>

export const TYPED_FIELDS = POSTING_FIELDS.filter((field) => field !== 'media')

const NUMBERS: ReadonlySet<PostingField> = new Set([
  'area',
  'bhk',
  'beds',
  'price',
  'rent',
  'startingBid',
])

export function toTyped(draft: PostingDraft): TypedPosting {
  const texts = TYPED_FIELDS.map((field) => [field, textOf(field, draft)])
  return Object.fromEntries(texts) as TypedPosting // one entry for each field
}

export const EMPTY_TYPED_POSTING: TypedPosting = toTyped(EMPTY_DRAFT)

/** The form after an input changed. A deal for one kind of property only also sets the kind. */
export function withTyped(typed: TypedPosting, field: TypedField, value: string): TypedPosting {
  const next = { ...typed, [field]: value }
  const deal = field === 'deal' && DEALS.find((one) => one === value)
  const [kind, ...others] = deal ? listKindsOf(deal) : []
  return kind && others.length === 0 ? { ...next, kind } : next
}

/** Empty inputs become null, and so do invalid numbers, choices and times. */
export function toDraft(typed: TypedPosting, media: PostingDraft['media']): PostingDraft {
  const text = (field: TypedField) => typed[field] || null
  return {
    deal: DEALS.find((one) => one === typed.deal) ?? null,
    kind: KINDS.find((one) => one === typed.kind) ?? null,
    city: text('city'),
    locality: text('locality'),
    pincode: text('pincode'),
    title: text('title'),
    description: text('description'),
    area: readNumber(typed.area),
    bhk: readNumber(typed.bhk),
    beds: readNumber(typed.beds),
    furnishing: FURNISHINGS.find((one) => one === typed.furnishing) ?? null,
    price: readNumber(typed.price),
    rent: readNumber(typed.rent),
    startingBid: readNumber(typed.startingBid),
    auctionEndsAt: fromIndianInput(typed.auctionEndsAt),
    availableFrom: text('availableFrom'),
    media,
  }
}

/** The number fields that have a text that is not a number. */
export function listNoNumbers(typed: TypedPosting): TypedField[] {
  return TYPED_FIELDS.filter(
    (field) =>
      NUMBERS.has(field) && typed[field].trim() !== '' && readNumber(typed[field]) === null,
  )
}

function textOf(field: TypedField, draft: PostingDraft): string {
  if (field === 'auctionEndsAt') return toIndianInput(draft.auctionEndsAt)
  return String(draft[field] ?? '')
}

/** Also reads Indian grouping: '45,00,000' is 4500000. */
function readNumber(text: string): number | null {
  const plain = text.replace(/[₹,\s]/g, '')
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null
}
