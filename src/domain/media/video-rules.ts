import { MAX_UPLOAD_BYTES, MAX_VIDEO_S, MIN_VIDEO_S } from './media-limits.ts'

// The rules for a listing's video. The device checks them before it sends a byte; the server enforces them.

const ROUNDING_S = 0.5 // tolerance: a recording ends at a frame, not at a full second
const MINUTE_S = 60
const MEGABYTE = 1_000_000
const MAX_SIDE_PX = 4096 // the largest side that H.264 decoders in phones support (level 5.1)
/** H.264, which every supported browser plays. */
export const VIDEO_CODEC = 'avc'
const AUDIO_CODECS: ReadonlySet<string> = new Set(['aac', 'mp3'])
/** Profiles of H.264 with 8 bits and 4:2:0, by `profile_idc`: Baseline, Main, Extended and High. */
const PLAYED_PROFILES: ReadonlySet<string> = new Set(['42', '4d', '58', '64'])

/** Codecs by mediabunny's names; null for an unknown codec. */
export interface VideoCodecs {
  codec: string | null
  /** RFC 6381, such as 'avc1.640028'; null if unknown. */
  codecString?: string | null
  /** Undefined if the video has no sound. */
  audioCodec: string | null | undefined
}

export interface VideoFacts extends VideoCodecs {
  bytes: number
  seconds: number
  /** As displayed, after the rotation that the file specifies. */
  width: number
  height: number
}

export const DAMAGED_VIDEO = 'This video is damaged. Choose it again, or another one.'
export const INCOMPLETE_VIDEO =
  'This video is incomplete: a part of it is missing. Copy it to this device again, or record it again, and then choose it.'
export const UNPLAYABLE_VIDEO =
  'Not every browser plays this kind of video. Record it as H.264 with AAC sound: "Most compatible" in the settings of the camera.'
export const INDEX_TOO_LARGE =
  'The index of this video is too large to read. Export it again as MP4.'
export const ONE_PICTURE_TRACK =
  'A video has one picture track, and this one has none or several. Export it as MP4 with one.'

export function isVideoLength(seconds: number): boolean {
  return seconds >= MIN_VIDEO_S - ROUNDING_S && seconds <= MAX_VIDEO_S + ROUNDING_S
}

/** Whether every supported browser plays the video. Safari 16 does not play Opus in MP4 (Safari 17 release notes). */
export function isPlayable({ codec, codecString, audioCodec }: VideoCodecs): boolean {
  if (codec !== VIDEO_CODEC || !isPlayableSound(audioCodec)) return false
  const profile = /^avc[13]\.(..)/.exec(codecString ?? '')?.[1]
  return profile === undefined || PLAYED_PROFILES.has(profile.toLowerCase())
}

export function isPlayableSound(audioCodec: VideoCodecs['audioCodec']): boolean {
  return audioCodec === undefined || AUDIO_CODECS.has(audioCodec ?? '')
}

/** Why a video cannot be used, whatever codecs the browser has; null if its length is allowed. */
export function findVideoFlaw({ seconds }: VideoFacts): string | null {
  if (isVideoLength(seconds)) return null
  return `A video takes 10 seconds to 3 minutes. This one takes ${wordLength(seconds)}.`
}

/** Why a video cannot be published without a new encoding; null if it can. */
export function findOriginalFlaw(facts: VideoFacts): string | null {
  if (!isPlayable(facts)) return UNPLAYABLE_VIDEO
  if (Math.max(facts.width, facts.height) > MAX_SIDE_PX)
    return `A video may be ${MAX_SIDE_PX} pixels wide or high at most. Export a smaller one, and choose that.`
  if (facts.bytes <= MAX_UPLOAD_BYTES) return null
  const [size, most] = [facts.bytes, MAX_UPLOAD_BYTES].map((bytes) => Math.ceil(bytes / MEGABYTE))
  return `This browser cannot make the video smaller, and ${size} MB are too many to send. Choose one of at most ${most} MB.`
}

function wordLength(seconds: number): string {
  const all = Math.round(seconds)
  const [minutes, rest] = [Math.floor(all / MINUTE_S), all % MINUTE_S]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}
