import type { VideoFacts } from '#src/domain/media/video-rules.ts'

/** A video in 1080p, as a phone records it. */
export const PHONE_VIDEO: VideoFacts = {
  bytes: 120_000_000,
  seconds: 60,
  width: 1920,
  height: 1080,
  codec: 'avc',
  audioCodec: 'aac',
}
