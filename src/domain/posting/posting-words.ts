import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import type { PostingDraft } from './posting-draft.ts'
import { DEAL_LABELS, FURNISHING_WORDS, KIND_WORDS, type PostingField } from './posting-fields.ts'

/** The value of a field as display text; null when the field is empty. */
export function wordField(field: PostingField, draft: PostingDraft): string | null {
  const value = draft[field]
  if (value === null) return null
  if (field === 'deal') return draft.deal && DEAL_LABELS[draft.deal]
  if (field === 'kind') return draft.kind && KIND_WORDS[draft.kind]
  if (field === 'furnishing') return draft.furnishing && FURNISHING_WORDS[draft.furnishing]
  if (field === 'auctionEndsAt') return formatDateTime(draft.auctionEndsAt)
  if (field === 'availableFrom') return formatDate(draft.availableFrom)
  if (field === 'price' || field === 'rent' || field === 'startingBid')
    return formatRupees(draft[field])
  if (field === 'media') return draft.media.length > 0 ? String(draft.media.length) : null
  return typeof value === 'number' ? groupIndian(value) : String(value)
}
