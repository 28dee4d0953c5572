import * as v from 'valibot'
import { answerOf, bodyOf, queryOf, textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, WireCount, WireTime } from '#server/platform/http/calls/wire-values.ts'
import { VISIT_PHOTO_DAYS } from '#src/domain/retention.ts'
import { MOST_VISIT_PHOTOS } from '#src/domain/visit/visit.ts'
import { VisitPhotoSchema } from '#src/domain/visit/visit-schemas.ts'

const PhotoWireSchema = v.strictObject({
  id: v.string(),
  takenAt: WireTime,
  width: WireCount,
  height: WireCount,
  thumbhash: v.nullable(v.string()),
})
const EXAMPLE = 'ab'.repeat(16)

export const visitPhotoCalls = describeCalls({
  addPhoto: {
    record: 'property',
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    summary: 'Make a photo of a visit of an upload that has arrived',
    notes: `It is stored without its metadata, for the team alone. The visit names its id, within a day; a visit has at most ${MOST_VISIT_PHOTOS}. It is deleted ${VISIT_PHOTO_DAYS} days later, or with its listing. A repeat answers the same.`,
    body: bodyOf(
      VisitPhotoSchema,
      {
        upload: 'The id of the upload.',
        takenAt: 'When, by the photo or the clock of the device.',
      },
      { upload: EXAMPLE, takenAt: '2026-03-01T08:30:00.000Z' },
    ),
    answer: answerOf('It is stored.', envelopeWith(PhotoWireSchema), {
      success: true,
      data: {
        id: EXAMPLE,
        takenAt: '2026-03-01T08:30:00.000Z',
        width: 1600,
        height: 1200,
        thumbhash: null,
      },
    }),
    refusals: [
      'media-refused',
      'no-such-listing',
      'too-many-visit-photos',
      'upload-incomplete',
      'upload-busy',
      'no-media-store',
      'no-space',
    ],
  },
  readPhoto: {
    record: 'photo',
    group: 'Properties',
    caller: 'operator',
    summary: 'Read a photo of a visit',
    query: [
      queryOf('size', '`small` (320 px) or `large` (1600 px).', { enum: ['small', 'large'] }),
    ],
    answer: textOf('The photo.', 'image/webp'),
    refusals: ['no-media-store'],
  },
})
