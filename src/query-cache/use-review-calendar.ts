import { findReviewCalendar, type ReviewCalendar } from '#src/api/team/calendar-api.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The working hours of the team. Saved, so that due times can be explained offline. */
export const REVIEW_CALENDAR: SavedReadSource<ReviewCalendar> = {
  name: 'review-calendar',
  read: findReviewCalendar,
}

export function useReviewCalendar() {
  return useSavedRead(REVIEW_CALENDAR)
}
