import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeVideo,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { isPlayableSound, VIDEO_CODEC } from '#src/domain/media/video-rules.ts'
import { AUDIO_BITRATE, fitVideo, VIDEO_BITRATE, type VideoFacts } from './video-plan.ts'

// Reads and compresses videos with the browser's own codecs (WebCodecs). Loaded only when a video was chosen.

const KEY_FRAME_S = 2 // seeking in the video starts at a key frame

export interface CompressionRun {
  /** Called at each whole percent. `share` is the part that is done, from 0 to 1. */
  onProgress(share: number): void
  /** Aborts the compression. */
  signal: AbortSignal
}

/** Null for a damaged file, or one that is not an MP4 video. */
export async function readVideo(file: Blob): Promise<VideoFacts | null> {
  const input = openVideo(file)
  try {
    const [video, audio] = await Promise.all([
      input.getPrimaryVideoTrack(),
      input.getPrimaryAudioTrack(),
    ])
    if (!video) return null
    return {
      bytes: file.size,
      seconds: await video.computeDuration(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      codec: await video.getCodec(),
      audioCodec: await audio?.getCodec(),
    }
  } catch (error) {
    console.info('A video cannot be read.', error)
    return null
  } finally {
    input.dispose()
  }
}

/** Whether this browser reports that it can encode H.264 at the target size of the video. */
export async function canCompress(facts: VideoFacts): Promise<boolean> {
  return canEncodeVideo(VIDEO_CODEC, { ...fitVideo(facts), quality: makeQuality(VIDEO_BITRATE) })
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
  const input = openVideo(file)
  try {
    const target = new BufferTarget()
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
      tracks: 'primary',
      video: {
        codec: VIDEO_CODEC,
        ...fitVideo(facts),
        fit: 'fill',
        quality: makeQuality(VIDEO_BITRATE),
        keyFrameInterval: KEY_FRAME_S,
      },
      audio: isPlayableSound(facts.audioCodec)
        ? {}
        : { codec: 'aac', quality: makeQuality(AUDIO_BITRATE) },
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return null
    await execute(conversion, { onProgress, signal })
    return target.buffer && new Blob([target.buffer], { type: 'video/mp4' })
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

function openVideo(file: Blob): Input {
  return new Input({ formats: [MP4], source: new BlobSource(file) })
}

function makeQuality(bitrate: number): Quality {
  return new Quality({ bitrate })
}
