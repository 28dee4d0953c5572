import { UP_BITS_PER_S } from '#tools/bench/device/slow-line.ts'
import { type CountedUpload, countRepeated, isVideo, sumSizes } from './counted-way.ts'
import type { Originals, StorySize } from './slow-posting.ts'

interface MeasuredPosting {
  size: StorySize
  originals: Originals
  uploads: readonly CountedUpload[]
  /** Time from the choice of the files until the listing is in review. */
  ms: number
}

/** Returns the table of docs/bench-intake.md. */
export function writePostingTable({ size, originals, uploads, ms }: MeasuredPosting): string {
  const videos = uploads.filter(isVideo)
  const photos = uploads.filter((upload) => !isVideo(upload))
  const originalBytes = originals.photoBytes + originals.videoBytes
  const repeated = uploads.reduce((sum, upload) => sum + countRepeated(upload), 0)
  const originalMs = (originalBytes * 8_000) / UP_BITS_PER_S
  const rows = [
    [`${size.photos} photos`, megabytes(originals.photoBytes), megabytes(sumSizes(photos))],
    [`A video of ${size.seconds} s`, megabytes(originals.videoBytes), megabytes(sumSizes(videos))],
    ['… all bytes', megabytes(originalBytes), megabytes(sumSizes(uploads))],
    ['… that arrived twice, in three interruptions', '', `${Math.round(repeated / 1_000)} kB`],
    ['Time', `${minutes(originalMs)} (computed)`, `${minutes(ms)} (measured)`],
  ]
  const head = ['| What | Originals | Sent by the app |', '| --- | ---: | ---: |']
  return [...head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
