import * as v from 'valibot'
import { LeaveOutInvisible } from '#src/domain/text.ts'
import { boundedList, IDEMPOTENCY_KEY_PATTERN } from '#src/domain/wire.ts'
import { ListingStatusSchema } from './listing.ts'
import { findWrongVariable, VARIABLES_SHOWN } from './reason-sentence.ts'
import { MAX_NOTE, REASON_FIELDS } from './rejection-reason.ts'

// Schemas of the calls about reasons, with the error message for each invalid field.

const MAX_REASONS = 50 // a reviewer could not survey more
const MAX_CODE = 40
const MAX_LABEL = 60 // fits on a chip
const MAX_SENTENCE = 300

/** One reason in the list of GET and PUT /admin/reasons. */
export const RejectionReasonSchema = v.object({
  /** Identifies the reason permanently, in the audit log and for API clients. */
  code: v.pipe(
    v.string('Give the reason a code.'),
    v.maxLength(MAX_CODE, `A code has at most ${MAX_CODE} characters.`),
    v.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'A code has small letters, digits and hyphens.'),
  ),
  label: textWithin(MAX_LABEL, 'label'),
  /** The explanation that the seller reads. */
  sentence: v.pipe(
    textWithin(MAX_SENTENCE, 'sentence for the seller'),
    v.check(
      (sentence) => findWrongVariable(sentence) === null,
      ({ input }) =>
        `${findWrongVariable(input)} is no variable of a sentence. Use ${VARIABLES_SHOWN}, or write it without braces.`,
    ),
  ),
  field: v.nullable(v.picklist(REASON_FIELDS, 'Choose the part of the listing, or none.')),
  /** The usual choice of "Changes needed". Clients of before it leave it out, which changes nothing. */
  changesNeeded: v.optional(v.boolean('Say whether changes are usually needed.')),
  /** Whether the reason is offered for new rejections; otherwise it is retired. */
  isActive: v.boolean('Say whether the reason is offered.'),
})

/** The list, in the order in which the reasons are offered. */
export const ReasonListSchema = v.object({
  reasons: v.pipe(
    boundedList(RejectionReasonSchema, MAX_REASONS, {
      notAList: 'Send the whole list of reasons.',
      tooMany: `The list has at most ${MAX_REASONS} reasons.`,
    }),
    v.minLength(1, 'Keep at least one reason.'),
    v.check(
      (reasons) => new Set(reasons.map(({ code }) => code)).size === reasons.length,
      'Two reasons have the same code.',
    ),
  ),
  /** Whether every rejection needs a reason. Absent, it stays as it is. */
  isReasonRequired: v.optional(v.boolean('Say whether a rejection needs a reason.')),
})

export const ChosenReasonSchema = v.object(
  {
    code: v.string('Choose a reason.'),
    note: v.pipe(
      v.string('The note must be text.'),
      v.trim(),
      v.maxLength(MAX_NOTE, `The note has at most ${MAX_NOTE} characters.`),
      LeaveOutInvisible,
    ),
    changesNeeded: v.boolean('Say whether the seller may correct the listing.'),
  },
  'Send a reason with its note.',
)

/** The body of PATCH /admin/properties/{id}/status. A rejection and its reason are one change. */
export const DecisionSchema = v.pipe(
  v.object({ status: ListingStatusSchema, reason: v.optional(ChosenReasonSchema) }),
  v.forward(
    v.check(
      ({ status, reason }) => reason === undefined || status === 'rejected',
      'Only a rejection has a reason.',
    ),
    ['reason'],
  ),
)

/** The reason for an earlier rejection: the body of PUT /admin/properties/{id}/reason. */
export const GivenReasonSchema = v.object({
  changeKey: v.pipe(
    v.string('Name the status change by its key.'),
    v.regex(IDEMPOTENCY_KEY_PATTERN, 'The changeKey is not an Idempotency-Key.'),
  ),
  ...ChosenReasonSchema.entries,
})

function textWithin(most: number, name: string) {
  return v.pipe(
    v.string(`Write the ${name}.`),
    v.trim(),
    v.nonEmpty(`Write the ${name}.`),
    v.maxLength(most, `The ${name} has at most ${most} characters.`),
  )
}
