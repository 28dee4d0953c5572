import * as v from 'valibot'
import { groupIndian } from '#src/domain/money.ts'
import { boundedList } from '#src/domain/wire.ts'
import { BATCH_CALL_SIZE, BATCH_ID_PATTERN, MAX_BATCH } from './change-batch.ts'
import { LISTING_STATUSES } from './listing.ts'
import { ChosenReasonSchema } from './reason-schemas.ts'

const MAX_ID = 64 // longer than every id that this server has given

const PLACE = 'Give each change its place in the batch, counted from 0.'
const VERSION = 'The version must be the number that you saw, or be left out.'

const BatchedChangeSchema = v.object(
  {
    place: v.pipe(v.number(PLACE), v.integer(PLACE), v.minValue(0, PLACE)),
    id: v.pipe(
      v.string('Name each property by its id.'),
      v.maxLength(MAX_ID, 'Name each property by its id.'),
    ),
    version: v.optional(v.pipe(v.number(VERSION), v.integer(VERSION), v.minValue(0, VERSION))),
    to: v.picklist(
      [...LISTING_STATUSES, 'deleted'],
      'Each change sets pending, approved or rejected, or is deleted.',
    ),
  },
  'Send a list of changes.',
)

/** The body of POST /admin/properties/changes: a part of a batch. */
export const ChangeBatchSchema = v.object({
  batch: v.object(
    {
      id: v.pipe(
        v.string('Name the batch by 32 hexadecimal digits.'),
        v.regex(BATCH_ID_PATTERN, 'Name the batch by 32 hexadecimal digits.'),
      ),
      count: v.pipe(
        v.number('Say how many changes were confirmed.'),
        v.integer('Say how many changes were confirmed.'),
        v.minValue(1, 'Say how many changes were confirmed.'),
        v.maxValue(MAX_BATCH, `A batch has at most ${groupIndian(MAX_BATCH)} changes.`),
      ),
    },
    'Name the batch, and say how many changes were confirmed.',
  ),
  reason: v.optional(ChosenReasonSchema),
  changes: v.pipe(
    boundedList(BatchedChangeSchema, BATCH_CALL_SIZE, {
      notAList: 'Send a list of changes.',
      tooMany: `One call takes at most ${BATCH_CALL_SIZE} changes.`,
    }),
    v.minLength(1, 'Send at least one change.'),
    v.check(
      (changes) => new Set(changes.map(({ id }) => id)).size === changes.length,
      'Two changes are about the same property.',
    ),
    v.check(
      (changes) => new Set(changes.map(({ place }) => place)).size === changes.length,
      'Two changes have the same place in the batch.',
    ),
  ),
})

export type BatchedChange = v.InferOutput<typeof BatchedChangeSchema>
