/** Hints of the server for the review of a submission. None proves a problem: each can have a harmless reason. */
export const SUBMISSION_CHECKS = [
  'no-title',
  'no-owner',
  'unusual-price',
  'phone-in-text',
  'email-in-text',
  'same-photo',
  'same-video',
  'same-phone',
  'same-place',
] as const
export type SubmissionCheckCode = (typeof SUBMISSION_CHECKS)[number]
