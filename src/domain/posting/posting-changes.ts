import type { PostingDraft } from './posting-draft.ts'
import { fieldRulesOf, POSTING_FIELDS, type PostingField } from './posting-fields.ts'

// Which changes of a submitted listing a person has to review again.

/** Owners change these as the market does. Everything else describes the property. */
const WITHOUT_REVIEW: ReadonlySet<PostingField> = new Set([
  'price',
  'rent',
  'startingBid',
  'auctionEndsAt',
  'availableFrom',
])

/** Whether a draft says something else than what was submitted of it. */
export function hasUnsubmitted(draft: PostingDraft, submitted: PostingDraft): boolean {
  const rules = fieldRulesOf(draft)
  const applicable = POSTING_FIELDS.map((field) => [
    field,
    rules[field] === undefined ? null : asSubmitted(draft[field]),
  ])
  // One entry for each field of a draft.
  const content = Object.fromEntries(applicable) as PostingDraft
  return listChangedFields(submitted, content).length > 0
}

/** A submission trims and normalises text. */
function asSubmitted(value: PostingDraft[PostingField]) {
  return typeof value === 'string' ? value.trim().normalize('NFC') || null : value
}

/** The fields that differ, in the order of the wizard. */
export function listChangedFields(before: PostingDraft, after: PostingDraft): PostingField[] {
  return POSTING_FIELDS.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

/** Whether the change goes back to review. A change of the deal does, whatever else it changes. */
export function needsReview(before: PostingDraft, after: PostingDraft): boolean {
  return listChangedFields(before, after).some((field) => !WITHOUT_REVIEW.has(field))
}

/**
 * The approved content with the new price, rent, bid and dates, as far as they apply to it and
 * `after` has them. All else waits for the review.
 */
export function applyWithoutReview(approved: PostingDraft, after: PostingDraft): PostingDraft {
  const rules = fieldRulesOf(approved)
  const changed = [...WITHOUT_REVIEW].filter(
    (field) => rules[field] !== undefined && (after[field] !== null || rules[field] === 'optional'),
  )
  // A new deal has prices of its own.
  if (approved.deal !== after.deal) return approved
  return { ...approved, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }
}
