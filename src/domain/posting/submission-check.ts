/** What the server points out about a submission. Hints: each of them has innocent explanations. */
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
