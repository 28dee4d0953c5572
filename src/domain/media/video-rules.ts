import { MAX_VIDEO_S, MIN_VIDEO_S } from './media-limits.ts'

// The rules for a listing's video. The device checks them before it compresses the video; the server enforces them.

const ROUNDING_S = 0.5 // tolerance: a recording ends at a frame, not at a full second
/** H.264, which every supported browser plays. */
export const VIDEO_CODEC = 'avc'
const AUDIO_CODECS: ReadonlySet<string> = new Set(['aac', 'mp3'])

/** Codecs by mediabunny's names; null for an unknown codec. */
export interface VideoCodecs {
  codec: string | null
  /** Undefined if the video has no sound. */
  audioCodec: string | null | undefined
}

export const DAMAGED_VIDEO = 'This video is damaged or incomplete. Choose it again, or another one.'
export const UNPLAYABLE_VIDEO =
  'Not every browser plays this kind of video. Record it as H.264 with AAC sound: "Most compatible" in the settings of the camera.'

export function isVideoLength(seconds: number): boolean {
  return seconds >= MIN_VIDEO_S - ROUNDING_S && seconds <= MAX_VIDEO_S + ROUNDING_S
}

/** Whether every supported browser plays the video. Safari 16 does not play Opus in MP4 (Safari 17 release notes). */
export function isPlayable({ codec, audioCodec }: VideoCodecs): boolean {
  return codec === VIDEO_CODEC && isPlayableSound(audioCodec)
}

export function isPlayableSound(audioCodec: VideoCodecs['audioCodec']): boolean {
  return audioCodec === undefined || AUDIO_CODECS.has(audioCodec ?? '')
}
