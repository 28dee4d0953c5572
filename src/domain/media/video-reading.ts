import {
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
  type Source,
} from 'mediabunny'
import { describeOtherFile, findFileKind, HEAD_BYTES, isVideoKind } from './file-kind.ts'
import type { ByteReader } from './mp4-boxes.ts'
import {
  DAMAGED_VIDEO,
  INCOMPLETE_VIDEO,
  isPlayableSound,
  ONE_PICTURE_TRACK,
  type VideoFacts,
} from './video-rules.ts'
import { readStructure } from './video-structure.ts'

// Reads what a video is. The device and the server call the same function, so that a video gets the same answer before
// and after it was sent.

const TOLERATED_S = 1 // a fragment at the end may be shorter than its index says

export type VideoReading =
  | {
      kind: 'video'
      facts: VideoFacts
      /** Whether the file is a plain MP4 file: one index, one place for the data, pictures and sound only. */
      isPlain: boolean
    }
  | { kind: 'refused'; sentence: string; cause?: unknown }

/** Opens the same file for the library. May check it before, because the library believes what a file says. */
export type OpenSource = () => Source | Promise<Source>

/** @throws errors of reading the file, which say nothing about the video, and those of `openSource` */
export async function readVideo(reader: ByteReader, openSource: OpenSource): Promise<VideoReading> {
  const kind = findFileKind(await reader.read(0, HEAD_BYTES))
  if (!isVideoKind(kind)) return { kind: 'refused', sentence: describeOtherFile(kind, 'video') }
  const structure = await readStructure(reader)
  if (structure.kind === 'refused') return structure
  const input = openVideoSource(await openSource())
  try {
    const tracks = await findPlayedTracks(input)
    if (!tracks) return { kind: 'refused', sentence: ONE_PICTURE_TRACK }
    const facts = await describe(tracks, reader.size)
    const { promisedS } = structure
    if (promisedS !== null && facts.seconds < promisedS - TOLERATED_S)
      return { kind: 'refused', sentence: INCOMPLETE_VIDEO }
    return { kind: 'video', facts, isPlain: structure.isPlain && kind === 'mp4' }
  } catch (cause) {
    if (isReadFailure(cause)) throw cause
    return { kind: 'refused', sentence: DAMAGED_VIDEO, cause }
  } finally {
    input.dispose()
  }
}

export function openVideoSource(source: Source): Input {
  return new Input({ formats: [MP4, QTFF], source })
}

export interface PlayedTracks {
  video: InputVideoTrack
  audio: InputAudioTrack | null
}

/**
 * The picture track, and the sound that every browser plays if there is one: phones store spatial sound beside it. Null
 * unless there is exactly one picture track.
 */
export async function findPlayedTracks(input: Input): Promise<PlayedTracks | null> {
  const [video, ...others] = await input.getVideoTracks()
  if (!video || others.length > 0) return null
  const sounds = await input.getAudioTracks()
  for (const audio of sounds) if (isPlayableSound(await audio.getCodec())) return { video, audio }
  return { video, audio: sounds[0] ?? null }
}

async function describe({ video, audio }: PlayedTracks, bytes: number): Promise<VideoFacts> {
  return {
    bytes,
    seconds: await video.computeDuration(),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    codec: await video.getCodec(),
    codecString: await video.getCodecParameterString(),
    audioCodec: await audio?.getCodec(),
  }
}

/** The names of DOMException for files that are gone or not permitted any more; Node's errors name the system call. */
export function isReadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['NotReadableError', 'NotFoundError'].includes(error.name) || 'syscall' in error
}
