import { type Machine, tellMachine } from '#tests/bench/bench-report.ts'
import { UP_BITS_PER_S } from '#tests/bench/device/slow-line.ts'
import { type CountedUpload, countRepeated, isVideo, sumSizes } from './counted-way.ts'
import type { Originals, StorySize } from './slow-posting.ts'

export interface MeasuredPosting {
  size: StorySize
  originals: Originals
  uploads: readonly CountedUpload[]
  /** Time from the choice of the files until the listing is in review. */
  ms: number
  /** Chromium's version. */
  version: string
  /** Read before the measurement, so that the load does not include the measurement itself. */
  machine: Machine
}

/** Returns the text of docs/bench-intake.md. */
export function writePostingPage({ version, machine, ...posting }: MeasuredPosting): string {
  const setting = { browser: `Chromium ${version}`, runs: 1, machine }
  return `# A listing posted over slow 4G

\`npm run stories:intake\` ${tellMachine(setting)}

${writePostingTable(posting)}

- The built app at a phone's size, the real server, and one line between them for everything that the device sends: 750 kbit/s up,
  1.6 Mbit/s down, 150 ms for each round trip, as in [the bench of the phone](bench-phone.md). The processor is not slowed.
- Photos of 12 megapixels and a video of 1080p at 16 Mbit/s are drawn and encoded by the browser, as large as a phone's.
- The network is cut in the middle of a photo and in the middle of the video, and the browser is closed and opened again in the middle of
  the video.
- Bytes are counted between the line and the server, as the bodies of the \`PATCH\` requests arrive. The test fails if more than one
  chunk (5 MB) for each interruption arrives twice.
- The time of the app is measured from the choice of the files until the listing is in review: it contains making the photos and
  the video smaller, without an encoder in hardware, and all three interruptions. The time of the originals is computed: their
  bytes over 750 kbit/s, and nothing else.
- The story goes on: an operator rejects the listing with a reason, the owner opens the link of the mail that an SMTP server received, adds
  the missing photo and submits again, and the operator accepts it.
`
}

export function writePostingTable({
  size,
  originals,
  uploads,
  ms,
}: Omit<MeasuredPosting, 'version' | 'machine'>): string {
  const videos = uploads.filter(isVideo)
  const photos = uploads.filter((upload) => !isVideo(upload))
  const originalBytes = originals.photoBytes + originals.videoBytes
  const repeated = uploads.reduce((sum, upload) => sum + countRepeated(upload), 0)
  const originalMs = (originalBytes * 8_000) / UP_BITS_PER_S
  return [
    '| What | Originals | Sent by the app |',
    '| --- | ---: | ---: |',
    `| ${size.photos} photos | ${megabytes(originals.photoBytes)} | ${megabytes(sumSizes(photos))} |`,
    `| A video of ${size.seconds} s | ${megabytes(originals.videoBytes)} | ${megabytes(sumSizes(videos))} |`,
    `| … all bytes | ${megabytes(originalBytes)} | ${megabytes(sumSizes(uploads))} |`,
    `| … that arrived twice, in three interruptions | | ${Math.round(repeated / 1_000)} kB |`,
    `| Time | ${minutes(originalMs)} (computed) | ${minutes(ms)} (measured) |`,
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
