import { FilePathSource, Input, MP4 } from 'mediabunny'
import {
  DAMAGED_VIDEO,
  isPlayable,
  isVideoLength,
  UNPLAYABLE_VIDEO,
} from '#src/domain/media/video-rules.ts'
import { MediaRefusal } from './media-refusal.ts'

const MAX_SIDE_PX = 4096

export interface VideoFacts {
  width: number
  height: number
  durationMs: number
  tracks: number
}

/** Reads the metadata of a video without decoding frames. @throws MediaRefusal */
export async function readVideo(path: string): Promise<VideoFacts> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  try {
    return await describe(input)
  } finally {
    input.dispose()
  }
}

async function describe(input: Input): Promise<VideoFacts> {
  const tracks = await orDamaged(input.getTracks())
  const [video, ...moreVideos] = tracks.filter((track) => track.isVideoTrack())
  const [audio, ...moreAudio] = tracks.filter((track) => track.isAudioTrack())
  if (!video || moreVideos.length > 0 || moreAudio.length > 0)
    throw new MediaRefusal('A video has one picture track and at most one sound track.')
  if (!isPlayable({ codec: video.codec, audioCodec: audio?.codec }))
    throw new MediaRefusal(UNPLAYABLE_VIDEO)
  const { displayWidth: width, displayHeight: height } = video
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw new MediaRefusal(`A video may be ${MAX_SIDE_PX} pixels wide or high at most.`)
  const seconds = await orDamaged(video.computeDuration())
  if (!isVideoLength(seconds)) throw new MediaRefusal('A video takes 10 seconds to 3 minutes.')
  return { width, height, durationMs: Math.round(seconds * 1000), tracks: tracks.length }
}

async function orDamaged<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new MediaRefusal(DAMAGED_VIDEO, { cause })
  }
}
