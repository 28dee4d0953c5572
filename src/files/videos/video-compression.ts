import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import {
  findPlayedTracks,
  openVideoSource,
  readVideo,
  type VideoReading,
} from '#src/domain/media/video-reading.ts'
import { remuxVideo } from '#src/domain/media/video-remux.ts'
import { isPlayableSound, VIDEO_CODEC, type VideoFacts } from '#src/domain/media/video-rules.ts'
import { readBytes, requireReadable } from '#src/files/readable-file.ts'
import { createBlobTarget } from './blob-target.ts'
import { AUDIO_BITRATE, fitVideo, VIDEO_BITRATE } from './video-plan.ts'

// Reads, rewrites and compresses videos, the last with the browser's own codecs (WebCodecs). Loaded only when a video was
// chosen.

const KEY_FRAME_S = 2 // seeking in the video starts at a key frame
const TYPE = 'video/mp4'

export interface CompressionRun {
  /** Called at each whole percent. `share` is the part that is done, from 0 to 1. */
  onProgress(share: number): void
  /** Aborts the compression. */
  signal: AbortSignal
}

/** @throws UnreadableFile */
export async function readVideoFile(file: Blob): Promise<VideoReading> {
  const reader = {
    size: file.size,
    read: (start: number, bytes: number) => readBytes(file, start, start + bytes),
  }
  try {
    const reading = await readVideo(reader, () => new BlobSource(file))
    if (reading.kind === 'refused' && reading.cause !== undefined)
      console.info('A video cannot be read.', reading.cause)
    return reading
  } catch (error) {
    await requireReadable(file)
    throw error
  }
}

/** Whether this browser reports that it can encode H.264 at the target size of the video. */
export async function canCompress(facts: VideoFacts): Promise<boolean> {
  return canEncodeVideo(VIDEO_CODEC, { ...fitVideo(facts), quality: makeQuality(VIDEO_BITRATE) })
}

/**
 * Copies pictures and sound into an MP4 that plays while it loads, without anything else in the file. Needs no codecs.
 * @throws errors for damaged videos, and the abort
 */
export async function rewriteVideo(file: Blob, signal: AbortSignal): Promise<Blob> {
  const input = openVideoSource(new BlobSource(file))
  const { target, toBlob } = createBlobTarget(TYPE)
  try {
    await remuxVideo(input, { target, signal })
    return toBlob()
  } finally {
    input.dispose()
  }
}

/**
 * Encodes H.264 in an MP4 that plays while it loads, without metadata such as the location. Audio that every browser
 * plays is copied, other audio becomes AAC. Null if this browser cannot do all of this. @throws errors of the codecs
 */
export async function compressVideo(
  file: Blob,
  facts: VideoFacts,
  { onProgress, signal }: CompressionRun,
): Promise<Blob | null> {
  if (!(await canCompress(facts))) return null
  const input = openVideoSource(new BlobSource(file))
  try {
    const played = await findPlayedTracks(input)
    const target = new BufferTarget()
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
      video: {
        codec: VIDEO_CODEC,
        ...fitVideo(facts),
        fit: 'fill',
        quality: makeQuality(VIDEO_BITRATE),
        keyFrameInterval: KEY_FRAME_S,
      },
      audio: (track) => {
        if (track.id !== played?.audio?.id) return { discard: true }
        if (isPlayableSound(facts.audioCodec)) return {}
        return { codec: 'aac', quality: makeQuality(AUDIO_BITRATE) }
      },
      tags: {},
      showWarnings: false,
    })
    const missing = conversion.discardedTracks.filter(
      ({ reason }) => reason !== 'discarded_by_user',
    )
    if (!conversion.isValid || missing.length > 0) return null
    await execute(conversion, { onProgress, signal })
    return target.buffer && new Blob([target.buffer], { type: TYPE })
  } finally {
    input.dispose()
  }
}

async function execute(conversion: Conversion, { onProgress, signal }: CompressionRun) {
  let percent = -1
  conversion.onProgress = (share) => {
    const next = Math.floor(share * 100)
    if (next > percent) onProgress(share)
    percent = Math.max(percent, next)
  }
  const cancel = () => void conversion.cancel()
  signal.throwIfAborted()
  signal.addEventListener('abort', cancel)
  try {
    await conversion.execute()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function makeQuality(bitrate: number): Quality {
  return new Quality({ bitrate })
}
