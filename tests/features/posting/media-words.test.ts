import { expect, test } from 'vitest'
import { describeStep, summariseUploads } from '#src/features/posting/media/media-words.ts'

const PHOTO = { bytes: 100, sentBytes: 0, compressedShare: 0, step: 'waiting' } as const
const VIDEO = { ...PHOTO, bytes: 900, step: 'compressing', compressedShare: 0.409 } as const

test.each([
  { upload: VIDEO, words: 'Compressing 40 %' },
  { upload: { ...PHOTO, step: 'sending' as const, sentBytes: 12 }, words: 'Uploading 12 %' },
  { upload: PHOTO, words: 'Waiting' },
])('a file in progress shows $words', ({ upload, words }) => {
  expect(describeStep(upload)).toBe(words)
})

test.each([
  { uploads: [], preparing: 0, words: '' },
  { uploads: [], preparing: 1, words: 'Preparing 1 photo.' },
  { uploads: [VIDEO], preparing: 0, words: 'Compressing the video, 40 %.' },
  {
    uploads: [PHOTO, { ...PHOTO, step: 'checking' as const }, VIDEO],
    preparing: 2,
    words: 'Preparing 2 photos. Compressing the video, 40 %. Uploading 2 files, 50 %',
  },
  { uploads: [{ ...PHOTO, step: 'refused' as const }], preparing: 0, words: '' },
])('the summary of all files is: $words', ({ uploads, preparing, words }) => {
  expect(summariseUploads(uploads, preparing)).toBe(words)
})
