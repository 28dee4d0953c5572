import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import type { ShownUpload } from '#src/outbox/kinds/posting/files/shown-upload.ts'

/** 'Photo 1', 'Video', 'Photo 2': photos are numbered in their order. */
export function labelFiles(files: readonly Pick<ListingMedia, 'kind'>[]): string[] {
  let photos = 0
  return files.map(({ kind }) => {
    if (kind === 'video') return 'Video'
    photos += 1
    return `Photo ${photos}`
  })
}

const STEPS: Readonly<Record<ShownUpload['step'], string>> = {
  waiting: 'Waiting',
  compressing: 'Compressing',
  sending: 'Uploading',
  checking: 'Checking',
  done: 'Done',
  refused: 'Not accepted',
}

type Progress = Pick<ShownUpload, 'bytes' | 'sentBytes' | 'compressedShare' | 'step'>

/** 'Compressing 40 %', 'Uploading 12 %', 'Waiting'. */
export function describeStep(upload: Progress): string {
  const isMoving = upload.step === 'compressing' || upload.step === 'sending'
  return isMoving ? `${STEPS[upload.step]} ${percent(findShare(upload))} %` : STEPS[upload.step]
}

/** The progress of the current step, from 0 to 1. */
export function findShare({ step, compressedShare, sentBytes, bytes }: Progress): number {
  if (step === 'compressing') return compressedShare
  return bytes === 0 ? 0 : sentBytes / bytes
}

/** The total progress: 'Compressing the video, 40 %. Uploading 2 files, 45 %'; empty without pending files. */
export function summariseUploads(uploads: readonly Progress[], preparing: number): string {
  const compressed = uploads.find(({ step }) => step === 'compressing')
  const moving = uploads.filter(({ step }) => step !== 'refused' && step !== 'compressing')
  const sum = (read: (one: (typeof moving)[number]) => number) =>
    moving.reduce((total, one) => total + read(one), 0)
  const bytes = sum((one) => one.bytes)
  const sent = sum(({ step, ...one }) => (step === 'checking' ? one.bytes : one.sentBytes))
  return [
    preparing > 0 && `Preparing ${countNoun(preparing, 'photo')}.`,
    compressed && `Compressing the video, ${percent(findShare(compressed))} %.`,
    moving.length > 0 &&
      `Uploading ${countNoun(moving.length, 'file')}, ${percent(bytes === 0 ? 0 : sent / bytes)} %`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** '6 files are uploaded. They appear when the server answers.' */
export function describeUnknown(count: number): string {
  return count === 1
    ? '1 file is uploaded. It appears when the server answers.'
    : `${groupIndian(count)} files are uploaded. They appear when the server answers.`
}

/** Why a listing cannot be submitted yet; null if no upload is pending. */
export function describeUnfinished(uploads: readonly Pick<ShownUpload, 'step'>[]): string | null {
  if (uploads.length === 0) return null
  const isRefused = uploads.some(({ step }) => step === 'refused')
  return isRefused
    ? 'A file was not accepted. Remove it, or try it again.'
    : `Wait for ${countNoun(uploads.length, 'file')} to be uploaded, or remove what is missing.`
}

function percent(share: number): number {
  return Math.floor(share * 100)
}
