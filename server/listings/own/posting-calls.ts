import * as v from 'valibot'
import {
  DRAFT_EXAMPLE,
  POSTING_EXAMPLE,
  SUMMARY_EXAMPLE,
} from '#server/listings/content/posting-examples.ts'
import { PostingSchema, PostingSummaryWireSchema } from '#server/listings/content/posting-wire.ts'
import {
  answerOf,
  bodyOf,
  type CallDescription,
  withVersion,
} from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, WireCount, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'

const usualWaitMinutes = v.pipe(
  v.nullable(WireCount),
  v.description('Median of the last 50 waits for a decision; null before the first one.'),
)
const ListSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(PostingSummaryWireSchema),
  meta: v.strictObject({ usualWaitMinutes }),
})
const OneSchema = envelopeWith(PostingSchema)
/** The current listing; a repeated request gets only `success`. */
const ChangedSchema = v.union([OneSchema, YesSchema])
const OvertakenSchema = v.strictObject({
  success: v.literal(false),
  error: v.string(),
  code: v.literal('version-conflict'),
  data: v.strictObject({ current: PostingSchema }),
})

const conflict = withVersion(
  answerOf('The draft was changed elsewhere.', OvertakenSchema, {
    success: false,
    error: 'This listing was changed on another device.',
    code: 'version-conflict',
    data: { current: POSTING_EXAMPLE },
  }),
)
const one = withVersion(
  answerOf('The listing.', OneSchema, { success: true, data: POSTING_EXAMPLE }),
)

const OF_OWNER = {
  group: 'Listings of owners',
  caller: 'person',
  record: 'listing',
} as const
const REFUSALS = ['sellers-only', 'not-verified', 'wrong-state', 'too-many'] as const

function actionOf(summary: string, more: Partial<CallDescription> = {}): CallDescription {
  return {
    ...OF_OWNER,
    summary,
    isWrite: true,
    isKeyed: true,
    conflict,
    answer: answerOf('The listing; a repeat gets only `success`.', ChangedSchema, {
      success: true,
      data: POSTING_EXAMPLE,
    }),
    refusals: REFUSALS,
    ...more,
  }
}

export const postingCalls = describeCalls({
  listOwnListings: {
    group: 'Listings of owners',
    caller: 'person',
    summary: "The caller's drafts and listings, last changed first",
    notes: 'At most 500. Empty for accounts of the team.',
    answer: answerOf('All of them, without their drafts.', ListSchema, {
      success: true,
      data: [SUMMARY_EXAMPLE],
      meta: { usualWaitMinutes: 95 },
    }),
  },
  getOwnListing: { ...OF_OWNER, summary: 'One of them, with its draft', answer: one },
  saveDraft: {
    ...OF_OWNER,
    isWrite: true,
    summary: 'Save a draft under an id that the device made',
    notes:
      'Creates or replaces. What is left out is null: a draft may be incomplete. A repeat changes nothing. `If-Match` on an unknown id answers 404: the draft was deleted elsewhere. `If-None-Match: *` creates only: another draft under this id answers 412.',
    conflict,
    body: bodyOf(
      PostingDraftSchema,
      {
        area: 'Square feet.',
        rent: 'Rupees a month.',
        auctionEndsAt: 'Any form of ISO 8601; answers have it in UTC.',
        availableFrom: 'A day, such as 2026-07-04.',
        media: 'Ids of photos and a video, in their order.',
      },
      DRAFT_EXAMPLE,
    ),
    answer: one,
    refusals: [...REFUSALS, 'too-many-drafts', 'posting-too-large'],
  },
  deleteDraft: actionOf('Delete a draft or a withdrawn listing', {
    answer: answerOf('It is gone.', YesSchema, { success: true }),
  }),
  submitListing: actionOf('Submit the draft', {
    notes:
      'Answers 400 with a message in `fields` for each incomplete or implausible field. A changed deal, kind, place, area, title, description or file goes to review, while the approved version stays live; price, rent, bid and dates apply at once.',
    refusals: [...REFUSALS, 'invalid-input', 'too-many-listings'],
  }),
  withdrawListing: actionOf('Take a listing off the market; its draft stays'),
  markListingSold: actionOf('Mark an approved listing as sold or let'),
  renewListing: actionOf('Keep an approved listing on the market for 90 days from now', {
    refusals: [...REFUSALS, 'too-many-listings'],
  }),
})
