import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { ShownUpload } from '#src/uploads/upload-queue.ts'

/** 'Photo 1', 'Video', 'Photo 2': each file by its kind and place. */
export function labelFiles(files: readonly Pick<ListingMedia, 'kind'>[]): string[] {
  let photos = 0
  return files.map(({ kind }) => {
    if (kind === 'video') return 'Video'
    photos += 1
    return `Photo ${photos}`
  })
}

/** What is on its way, in all: 'Uploading 2 files, 45 %'. Empty for nothing. */
export function summariseUploads(
  uploads: readonly Pick<ShownUpload, 'bytes' | 'sentBytes' | 'step'>[],
  preparing: number,
): string {
  const moving = uploads.filter(({ step }) => step !== 'refused')
  const sum = (read: (one: (typeof moving)[number]) => number) =>
    moving.reduce((total, one) => total + read(one), 0)
  const bytes = sum((one) => one.bytes)
  const sent = sum(({ step, ...one }) => (step === 'checking' ? one.bytes : one.sentBytes))
  const prepared = preparing > 0 ? `Preparing ${wordCount(preparing, 'photo')}.` : ''
  if (moving.length === 0) return prepared
  const done = Math.floor((sent / bytes) * 100)
  return `${prepared} Uploading ${wordCount(moving.length, 'file')}, ${done} %`.trim()
}

/** Why a listing cannot be submitted yet; null if nothing is on its way. */
export function describeUnfinished(uploads: readonly Pick<ShownUpload, 'step'>[]): string | null {
  if (uploads.length === 0) return null
  const isRefused = uploads.some(({ step }) => step === 'refused')
  return isRefused
    ? 'A file was not accepted. Remove it, or try it again.'
    : `Wait for ${wordCount(uploads.length, 'file')} to be uploaded, or remove what is missing.`
}

function wordCount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
