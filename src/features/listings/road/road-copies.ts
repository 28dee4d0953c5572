import { formatMoment } from '#src/domain/claim/claim-words.ts'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { countListings } from './road-words.ts'

// What of the reserved listings is saved on this device, and the line that says what is missing.

export type Part = 'saved' | 'missing' | 'none'

/** The saved parts of one listing. 'none': the listing has no such part. */
export interface RoadCopy {
  content: Part
  photos: Part
  /** 'foreign': on another site, from which no page can save it. */
  video: Part | 'foreign'
  /** When the newest part was saved, epoch milliseconds; 0 without. */
  savedAt: number
}

/** Why something is missing. */
export type RoadTrouble = 'space' | 'storage' | 'network' | 'wifi' | 'offline'

export interface RoadSaving {
  copies: readonly RoadCopy[]
  isSaving: boolean
  trouble: RoadTrouble | null
  /** Whether the person wants the videos. */
  hasVideos: boolean
}

/** 'Everything for 25 listings saved at 09:40', or what is missing and why. '' without listings. */
export function describeCopies(saving: RoadSaving, nowMs: number): string {
  const { copies, isSaving, hasVideos } = saving
  if (copies.length === 0) return ''
  const whole = copies.filter((copy) => isWhole(copy, hasVideos)).length
  if (whole < copies.length && isSaving)
    return `Saving: ${groupIndian(whole)} of ${countListings(copies.length)} done.`
  const missing = listMissing(saving)
  const notes = listNotes(saving)
  const at = formatMoment(new Date(newest(copies)).toISOString(), nowMs)
  if (missing.length === 0) {
    const what = notes.length === 0 ? 'Everything' : 'Details and photos'
    return [`${what} for ${countListings(copies.length)} saved at ${at}.`, ...notes].join(' ')
  }
  const reason = saving.trouble ? ` (${REASONS[saving.trouble]})` : ''
  const line = `${groupIndian(whole)} of ${groupIndian(copies.length)} saved. Missing: ${missing.join(', ')}${reason}.`
  return [line, ...notes].join(' ')
}

/** Whether nothing is missing that can be saved and that the person wants. */
export function isWhole({ content, photos, video }: RoadCopy, hasVideos: boolean): boolean {
  return content !== 'missing' && photos !== 'missing' && !(hasVideos && video === 'missing')
}

/** '8 videos, 312 MB': what is still to be downloaded. `sizes` has null for each video whose size is not known. */
export function describeVideos(sizes: readonly (number | null)[]): string {
  const known = sizes.flatMap((size) => size ?? [])
  const total = formatBytes(known.reduce((sum, size) => sum + size, 0))
  const size = known.length === sizes.length ? total : `at least ${total}`
  return `${countNoun(sizes.length, 'video')}, ${known.length === 0 ? 'size not known' : size}`
}

const REASONS: Record<RoadTrouble, string> = {
  space: 'not enough space on this device',
  storage: "this device's storage does not work now",
  network: 'the server did not answer',
  wifi: 'waiting for Wi-Fi',
  offline: 'no network',
}

function listMissing({ copies, hasVideos }: RoadSaving): string[] {
  const of = (part: 'content' | 'photos' | 'video') =>
    copies.filter((copy) => copy[part] === 'missing').length
  const [content, photos, videos] = [of('content'), of('photos'), hasVideos ? of('video') : 0]
  return [
    ...(content > 0 ? [`details of ${content}`] : []),
    ...(photos > 0 ? [`photos of ${photos}`] : []),
    ...(videos > 0 ? [countNoun(videos, 'video')] : []),
  ]
}

function listNotes({ copies, hasVideos }: RoadSaving): string[] {
  const unwanted = hasVideos ? 0 : copies.filter(({ video }) => video === 'missing').length
  const foreign = copies.filter(({ video }) => video === 'foreign').length
  return [
    ...(unwanted > 0 ? [`${countNoun(unwanted, 'video')} not saved.`] : []),
    ...(foreign > 0 ? [`${countNoun(foreign, 'video')} on other sites cannot be saved.`] : []),
  ]
}

function newest(copies: readonly RoadCopy[]): number {
  return Math.max(...copies.map(({ savedAt }) => savedAt))
}
