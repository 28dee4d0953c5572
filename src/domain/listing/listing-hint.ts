import type { SubmissionCheckCode } from './submission-check.ts'

// The kinds of hints of the checks, which a listing has stored: what lists are filtered and ordered by. The sentences are
// computed when a submission is opened.

export const HINT_KINDS = ['photo', 'phone', 'price', 'text', 'place', 'missing'] as const
export type HintKind = (typeof HINT_KINDS)[number]

export const HINT_OF_CHECK: Readonly<Record<SubmissionCheckCode, HintKind>> = {
  'no-title': 'missing',
  'no-owner': 'missing',
  'unusual-price': 'price',
  'phone-in-text': 'text',
  'email-in-text': 'text',
  'same-photo': 'photo',
  'same-video': 'photo',
  'same-phone': 'phone',
  'same-place': 'place',
}
