import { MAX_VIDEO_S, MIN_VIDEO_S } from './media-limits.ts'

// Which videos a listing may have. The device checks them before its work begins; the server decides.

const ROUNDING_S = 0.5 // a camera stops at a frame, not at a second
/** Played by every supported browser. */
export const VIDEO_CODEC = 'avc'
const AUDIO_CODECS: ReadonlySet<string> = new Set(['aac', 'mp3'])

/** Codecs as mediabunny names them: null for an unknown one. */
export interface VideoCodecs {
  codec: string | null
  /** Undefined without sound. */
  audioCodec: string | null | undefined
}

export const DAMAGED_VIDEO = 'This video is damaged or incomplete. Choose it again, or another one.'
export const UNPLAYABLE_VIDEO =
  'Not every browser plays this kind of video. Record it as H.264 with AAC sound: "Most compatible" in the settings of the camera.'

export function isVideoLength(seconds: number): boolean {
  return seconds >= MIN_VIDEO_S - ROUNDING_S && seconds <= MAX_VIDEO_S + ROUNDING_S
}

/** Whether every supported browser plays it: Safari and iOS 16 have no Opus in MP4 (Safari 17 release notes). */
export function isPlayable({ codec, audioCodec }: VideoCodecs): boolean {
  return codec === VIDEO_CODEC && isPlayableSound(audioCodec)
}

export function isPlayableSound(audioCodec: VideoCodecs['audioCodec']): boolean {
  return audioCodec === undefined || AUDIO_CODECS.has(audioCodec ?? '')
}
