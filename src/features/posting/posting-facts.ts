import { formatDate, formatDay, formatTime } from '#src/domain/dates.ts'
import { leadingAmount } from '#src/domain/listing/asking-price.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import type { PostingSummary } from '#src/domain/posting/own-posting.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  DEAL_LABELS,
  fieldRulesOf,
  KIND_WORDS,
  POSTING_FIELD_LABELS,
} from '#src/domain/posting/posting-fields.ts'
import { wordField } from '#src/domain/posting/posting-words.ts'
import { TYPED_FIELDS } from '#src/domain/posting/typed-posting.ts'
import { displayValue, MISSING_VALUE } from '#src/domain/text.ts'

/** The rows of the preview: the label and the formatted value of each field that applies. */
export function listFacts(draft: PostingDraft): (readonly [string, string])[] {
  const rules = fieldRulesOf(draft)
  return TYPED_FIELDS.filter((field) => rules[field] !== undefined).map((field) => [
    POSTING_FIELD_LABELS[field],
    displayValue(wordField(field, draft)),
  ])
}

/** 'Rent out · Apartment · Baner, Pune · ₹32,000 a month'; unknown parts are left out. */
export function summarise(posting: PostingSummary): string {
  const { deal, kind, locality, city } = posting
  const amount = leadingAmount(posting)
  const parts = [
    deal && DEAL_LABELS[deal],
    kind && KIND_WORDS[kind],
    [locality, city].filter(Boolean).join(', '),
    amount !== MISSING_VALUE && amount,
  ]
  return parts.filter(Boolean).join(' · ') || 'Nothing filled in yet'
}

/** The reason of a rejection with the operator's note. */
export function wordReason({ sentence, note }: NonNullable<PostingSummary['reason']>): string {
  return note ? `${sentence} “${note}”` : sentence
}

/** Text about what happens next with a listing; null if there is nothing to report. */
export function describeNext(
  { state, isLive, queuePlace, expectedBy, expiresAt, hasChanges }: PostingSummary,
  { usualWaitMinutes, nowMs }: { usualWaitMinutes: number | null; nowMs: number },
): string | null {
  const unsent = hasChanges ? 'You have changes that are not submitted.' : null
  if (state === 'in-review') {
    const place = queuePlace === null ? null : `Place ${queuePlace} in the queue.`
    const usual = usualWaitMinutes === null ? null : `Usually ${formatWait(usualWaitMinutes)}.`
    const wait = expectedBy ? wordExpected(expectedBy, nowMs) : usual
    const live = isLive ? 'The approved version stays live.' : null
    return [place, wait, live, unsent].filter(Boolean).join(' ')
  }
  if (state === 'live' && expiresAt !== null)
    return [`Ends on ${formatDate(expiresAt)}.`, unsent].filter(Boolean).join(' ')
  if (state === 'changes-needed') return 'Correct it and submit it again.'
  if (state === 'rejected') return 'Change it and submit it again.'
  if (state === 'expired') return 'Renew it to bring it back; that needs no review.'
  return unsent
}

/** By when such listings are decided. A saved copy may be old: a time that is over says nothing. */
function wordExpected(
  { half, fourFifths }: NonNullable<PostingSummary['expectedBy']>,
  nowMs: number,
): string | null {
  const word = (at: string) => `${formatDay(at, nowMs)}, ${formatTime(at)}`
  if (Date.parse(fourFifths) <= nowMs) return null
  if (Date.parse(half) <= nowMs)
    return `Four of five such listings are decided by ${word(fourFifths)}.`
  return `Half of such listings are decided by ${word(half)}; four of five by ${word(fourFifths)}.`
}

/** '12 views · 3 in the last 7 days'; null if views are not counted, or for an unviewed listing that is not live. */
export function wordViews({ views, isLive }: PostingSummary): string | null {
  if (!views) return null
  const { total, lastWeek } = views
  if (total === 0) return isLive ? 'No views yet' : null
  const all = countNoun(total, 'view')
  if (!isLive) return all
  if (lastWeek === total) return `${all} in the last 7 days`
  return `${all} · ${lastWeek === 0 ? 'none' : groupIndian(lastWeek)} in the last 7 days`
}

/** 'about 2 hours' */
function formatWait(minutes: number): string {
  if (minutes < 2) return 'about a minute'
  if (minutes < 90) return `about ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 36 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`
}
