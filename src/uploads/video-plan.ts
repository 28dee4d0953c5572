import { MAX_UPLOAD_BYTES, VIDEO_LONG_PX, VIDEO_SHORT_PX } from '#src/domain/media/media-limits.ts'
import { isPlayable, isVideoLength, type VideoCodecs } from '#src/domain/media/video-rules.ts'

// Decides before any work begins whether a video is refused, sent as it is, or compressed.

/** Video bits per second: a walk through rooms stays sharp at 720p, with a sixth of the bits that a phone records. */
export const VIDEO_BITRATE = 2_500_000
/** Bits per second of stereo audio. */
export const AUDIO_BITRATE = 128_000
const BITS = 8
const MINUTE_S = 60
const MEGABYTE = 1_000_000
/** A new encoding loses quality, so it must save at least a fifth. */
const WORTH_IT = 1.25

export interface VideoFacts extends VideoCodecs {
  bytes: number
  seconds: number
  /** As displayed, after the rotation that the file specifies. */
  width: number
  height: number
}

/** Why a video cannot be used, whatever codecs the browser has; null if its length is allowed. */
export function findVideoFlaw({ seconds }: VideoFacts): string | null {
  if (isVideoLength(seconds)) return null
  return `A video takes 10 seconds to 3 minutes. This one takes ${wordLength(seconds)}.`
}

/** The size to encode: at most 720p, never enlarged, and even numbers, as H.264 requires. */
export function fitVideo({ width, height }: Pick<VideoFacts, 'width' | 'height'>) {
  const [long, short] = width > height ? [width, height] : [height, width]
  const scale = Math.min(1, VIDEO_LONG_PX / long, VIDEO_SHORT_PX / short)
  return { width: even(width * scale), height: even(height * scale) }
}

/** Whether a video is sent without compression, because it would hardly shrink and every browser plays it. */
export function isSmallVideo(facts: VideoFacts): boolean {
  const fitted = fitVideo(facts)
  const isFitting = fitted.width >= facts.width - 1 && fitted.height >= facts.height - 1
  const aimedBytes = (facts.seconds * (VIDEO_BITRATE + AUDIO_BITRATE)) / BITS
  return isPlayable(facts) && isFitting && facts.bytes <= aimedBytes * WORTH_IT
}

/** Why a video cannot be sent uncompressed; null if it can. */
export function findOriginalFlaw(facts: VideoFacts): string | null {
  if (facts.bytes <= MAX_UPLOAD_BYTES) return null
  const [size, most] = [facts.bytes, MAX_UPLOAD_BYTES].map((bytes) => Math.ceil(bytes / MEGABYTE))
  return `This browser cannot make the video smaller, and ${size} MB are too many to send. Choose one of at most ${most} MB.`
}

function even(px: number): number {
  return Math.max(2, Math.floor(Math.round(px) / 2) * 2)
}

function wordLength(seconds: number): string {
  const all = Math.round(seconds)
  const [minutes, rest] = [Math.floor(all / MINUTE_S), all % MINUTE_S]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}
