import type { PostingDraft } from './posting-draft.ts'
import { fieldRulesOf, POSTING_FIELDS, type PostingField } from './posting-fields.ts'

// Decides which changes of a submitted listing need another review.

/** Fields that may change without a review: prices and dates. The other fields describe the property. */
const WITHOUT_REVIEW: ReadonlySet<PostingField> = new Set([
  'price',
  'rent',
  'startingBid',
  'auctionEndsAt',
  'availableFrom',
])

/** Whether a draft differs from its last submission. */
export function hasUnsubmitted(draft: PostingDraft, submitted: PostingDraft): boolean {
  const rules = fieldRulesOf(draft)
  const applicable = POSTING_FIELDS.map((field) => [
    field,
    rules[field] === undefined ? null : asSubmitted(draft[field]),
  ])
  // The cast is safe: `applicable` has one entry for each field of a draft.
  const content = Object.fromEntries(applicable) as PostingDraft
  return listChangedFields(submitted, content).length > 0
}

/** Trims and normalises text, as a submission does. */
function asSubmitted(value: PostingDraft[PostingField]) {
  return typeof value === 'string' ? value.trim().normalize('NFC') || null : value
}

/** The fields that differ, in the order of the wizard. */
export function listChangedFields(before: PostingDraft, after: PostingDraft): PostingField[] {
  return POSTING_FIELDS.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

/** Whether a change needs a review, because it changes a field that is not in WITHOUT_REVIEW. */
export function needsReview(before: PostingDraft, after: PostingDraft): boolean {
  return listChangedFields(before, after).some((field) => !WITHOUT_REVIEW.has(field))
}

/**
 * The approved content with the new prices and dates of `after`, if they apply to the approved deal
 * and are set or optional. All other changes wait for the review.
 */
export function applyWithoutReview(approved: PostingDraft, after: PostingDraft): PostingDraft {
  const rules = fieldRulesOf(approved)
  const changed = [...WITHOUT_REVIEW].filter(
    (field) => rules[field] !== undefined && (after[field] !== null || rules[field] === 'optional'),
  )
  // The prices of another deal do not apply to the approved one.
  if (approved.deal !== after.deal) return approved
  return { ...approved, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }
}
