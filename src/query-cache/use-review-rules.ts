import { findReviewRules, type ReviewRules } from '#src/api/team/review-rules-api.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The working hours and the order of review. Saved, so that review mode follows them offline. */
export const REVIEW_RULES: SavedReadSource<ReviewRules> = {
  name: 'review-rules',
  read: findReviewRules,
}

export function useReviewRules() {
  return useSavedRead(REVIEW_RULES)
}
