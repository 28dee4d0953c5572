import * as v from 'valibot'
import { groupIndian } from '#src/domain/money.ts'
import { LeaveOutInvisible } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { MAX_ITEM_CHARS, MOST_CHECKLIST_ITEMS } from './checklist.ts'
import { MAX_VISIT_NOTE_CHARS, MOST_VISIT_PHOTOS, VISIT_ANSWERS } from './visit.ts'
import { roundPlace } from './visit-place.ts'

// Schemas of the calls about visits, with the error message for each invalid field.

const RECORD_ID = /^[0-9a-f]{24}$/
const ITEM_ID = /^[a-z0-9-]{1,40}$/
const NOT_A_LIST = 'Send the list of answers.'
const PLACE = 'Send the place in degrees, or none.'

const ItemIdSchema = v.pipe(
  v.string('Give each point of the checklist its id.'),
  v.regex(ITEM_ID, 'The id of a point has small letters, digits and hyphens.'),
)
const ItemLabelSchema = v.pipe(
  v.string('Write the point.'),
  v.maxLength(MAX_ITEM_CHARS, `A point has at most ${MAX_ITEM_CHARS} characters.`),
  LeaveOutInvisible,
  v.trim(),
  v.nonEmpty('Write the point.'),
)

/** A point of the checklist, as the owner of the panel edits it. */
export const ChecklistItemSchema = v.object({
  id: ItemIdSchema,
  label: ItemLabelSchema,
  isActive: v.boolean('Say whether new visits ask the point.'),
})

/** The body of PUT /admin/review-rules/checklist, in the order in which visits ask the points. */
export const ChecklistSchema = v.object({
  checklist: v.pipe(
    boundedList(ChecklistItemSchema, MOST_CHECKLIST_ITEMS, {
      notAList: 'Send the whole checklist.',
      tooMany: `The checklist has at most ${MOST_CHECKLIST_ITEMS} points. Remove one first.`,
    }),
    v.check(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Two points have the same id.',
    ),
  ),
})

const AnsweredItemSchema = v.strictObject({
  id: ItemIdSchema,
  label: ItemLabelSchema,
  answer: v.picklist(VISIT_ANSWERS, `An answer is one of ${VISIT_ANSWERS.join(', ')}.`),
})

/** Whatever a device sends is rounded: the server keeps no exact place. */
const PlaceSchema = v.pipe(
  v.strictObject(
    {
      latitude: v.pipe(v.number(PLACE), v.minValue(-90, PLACE), v.maxValue(90, PLACE)),
      longitude: v.pipe(v.number(PLACE), v.minValue(-180, PLACE), v.maxValue(180, PLACE)),
    },
    PLACE,
  ),
  v.transform(roundPlace),
)

const PhotoIdSchema = v.pipe(
  v.string('Name the photo.'),
  v.regex(/^[0-9a-f]{32}$/, 'A photo is named by its upload, with 32 hexadecimal characters.'),
)

/** The body of POST /admin/properties/{id}/visit-photos. */
export const VisitPhotoSchema = v.strictObject({
  upload: PhotoIdSchema,
  takenAt: v.pipe(v.string('Say when it was taken.'), v.isoTimestamp('Say when it was taken.')),
})

/** The body of POST /admin/properties/{id}/visits. */
export const VisitSchema = v.pipe(
  v.strictObject({
    id: v.pipe(
      v.string('Give the visit its id.'),
      v.regex(RECORD_ID, 'The id of a visit has 24 hexadecimal characters.'),
    ),
    at: v.pipe(v.string('Say when.'), v.isoTimestamp('Say when.')),
    answers: boundedList(AnsweredItemSchema, MOST_CHECKLIST_ITEMS, {
      notAList: NOT_A_LIST,
      tooMany: `A visit has at most ${MOST_CHECKLIST_ITEMS} answers.`,
    }),
    note: v.pipe(
      v.string('The note must be text.'),
      v.maxLength(
        MAX_VISIT_NOTE_CHARS,
        `The note has at most ${groupIndian(MAX_VISIT_NOTE_CHARS)} characters.`,
      ),
      LeaveOutInvisible,
      v.trim(),
    ),
    place: v.nullable(PlaceSchema),
    photos: v.optional(
      v.pipe(
        boundedList(PhotoIdSchema, MOST_VISIT_PHOTOS, {
          notAList: 'Send the list of photos.',
          tooMany: `A visit has at most ${MOST_VISIT_PHOTOS} photos.`,
        }),
        v.check((ids) => new Set(ids).size === ids.length, 'A photo is named twice.'),
      ),
      [],
    ),
  }),
  v.forward(
    v.check(
      ({ answers, note, photos }) => answers.length > 0 || note !== '' || photos.length > 0,
      'Answer a point of the checklist, write a note, or add a photo.',
    ),
    ['note'],
  ),
)
