import * as v from 'valibot'
import {
  LISTING_MEDIA_EXAMPLE,
  ListingMediaWireSchema,
} from '#server/listings/media/listing-media-wire.ts'
import { type Answer, answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  envelopeWith,
  WireCount,
  WireTime,
  YesSchema,
} from '#server/platform/http/calls/wire-values.ts'

export const FinishSchema = v.object({
  upload: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'This is not an upload.')),
})

const UploadSchema = v.strictObject({
  success: v.literal(true),
  data: v.strictObject({ offset: WireCount, length: WireCount }),
})

const OpenUploadsSchema = envelopeWith(
  v.array(
    v.strictObject({ id: v.string(), bytes: WireCount, offset: WireCount, createdAt: WireTime }),
  ),
)

const NO_BODY: Answer = { description: 'Without a body.' }
const OF_OWNER = { group: 'Listings of owners', caller: 'person' } as const
const OF_UPLOAD = { ...OF_OWNER, record: 'upload' } as const
const TUS = ['not-tus', 'upload-busy', 'not-allowed'] as const

export const uploadCalls = describeCalls({
  createUpload: {
    ...OF_OWNER,
    isWrite: true,
    isKeyed: true,
    summary: 'Begin an upload (tus 1.0.0)',
    notes:
      'Needs `Tus-Resumable: 1.0.0` and `Upload-Length`. `Location` is relative. At most 5 unfinished uploads, 2 GB of them, 100 a day; an unfinished one is deleted after 24 hours. With an Idempotency-Key, a repeat with the same `Upload-Length` answers the same upload as long as that is unfinished, and counts once; afterwards it begins another.',
    status: 201,
    answer: answerOf('The upload is in `Location`.', YesSchema, { success: true }),
    refusals: [
      'invalid-input',
      'not-tus',
      'not-allowed',
      'not-verified',
      'too-many-uploads',
      'upload-too-large',
      'too-many',
      'no-space',
    ],
  },
  listUploads: {
    ...OF_OWNER,
    summary: "The caller's unfinished uploads",
    notes: 'The oldest is first. DELETE gives one up. `offset`: bytes that have arrived.',
    answer: answerOf('All of them, at most 5.', OpenUploadsSchema, {
      success: true,
      data: [
        {
          id: 'ab'.repeat(16),
          bytes: 7_340_032,
          offset: 5_000_000,
          createdAt: '2025-09-01T08:35:00.000Z',
        },
      ],
    }),
  },
  findUpload: {
    ...OF_UPLOAD,
    summary: 'How much of an upload has arrived (tus 1.0.0)',
    notes: 'The offset is in `Upload-Offset` too; HEAD is enough.',
    answer: answerOf('Bytes received, and bytes in all.', UploadSchema, {
      success: true,
      data: { offset: 5_000_000, length: 7_340_032 },
    }),
    refusals: ['upload-busy'],
  },
  continueUpload: {
    ...OF_UPLOAD,
    isWrite: true,
    status: 204,
    answer: NO_BODY,
    summary: 'Send the next bytes (tus 1.0.0)',
    notes:
      'At most 5 MB, from `Upload-Offset` on, with or without a Content-Length. What arrived of a broken request counts.',
    refusals: [
      ...TUS,
      'wrong-offset',
      'chunk-too-large',
      'upload-too-large',
      'cut-off',
      'no-space',
    ],
  },
  removeUpload: {
    ...OF_UPLOAD,
    isWrite: true,
    status: 204,
    answer: NO_BODY,
    summary: 'Give up an upload (tus 1.0.0)',
    refusals: TUS,
  },
  addListingMedia: {
    ...OF_UPLOAD,
    record: 'listing',
    isWrite: true,
    summary: 'Make a photo or video of an upload that has arrived',
    notes:
      'The content decides the type. Photos are JPEG, PNG, WebP or AVIF up to 50 megapixels, and are stored without their metadata in three sizes; a video is an MP4 with H.264 of 10 seconds to 3 minutes. A repeat answers the same. Its id then goes into `media` of the draft; without that it is deleted after 24 hours.',
    body: bodyOf(FinishSchema, {}, { upload: LISTING_MEDIA_EXAMPLE.id }),
    answer: answerOf('It is stored.', envelopeWith(ListingMediaWireSchema), {
      success: true,
      data: LISTING_MEDIA_EXAMPLE,
    }),
    refusals: [
      'media-refused',
      'sellers-only',
      'upload-incomplete',
      'upload-busy',
      'no-media-store',
      'no-space',
    ],
  },
})
