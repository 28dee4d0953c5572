import { findReviewRules, type ReviewRules } from '#src/api/team/review-rules-api.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The working hours, the order of review and the checklist of visits. Saved, so that they are there offline. */
export const REVIEW_RULES: SavedReadSource<ReviewRules> = {
  name: 'review-rules',
  read: findReviewRules,
}

export function useReviewRules() {
  return useSavedRead(REVIEW_RULES)
}
