import { VIDEO_LONG_PX, VIDEO_SHORT_PX } from '#src/domain/media/media-limits.ts'
import { isPlayable, type VideoFacts } from '#src/domain/media/video-rules.ts'

// Decides before any work begins whether a video is sent as it is, or compressed.

/** Video bits per second: a walk through rooms stays sharp at 720p, with a sixth of the bits that a phone records. */
export const VIDEO_BITRATE = 2_500_000
/** Bits per second of stereo audio. */
export const AUDIO_BITRATE = 128_000
const BITS = 8
/** A new encoding loses quality, so it must save at least a fifth. */
const WORTH_IT = 1.25

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

function even(px: number): number {
  return Math.max(2, Math.floor(Math.round(px) / 2) * 2)
}
