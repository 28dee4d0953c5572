import type { ParsingJob } from '#server/platform/parsing/parsing-service.ts'
import { DAMAGED_PHOTO } from '#src/domain/media/photo-rules.ts'
import { DAMAGED_VIDEO, INDEX_TOO_LARGE, type VideoFacts } from '#src/domain/media/video-rules.ts'
import type { EncodedPhoto } from './photo-encoding.ts'

/** Decodes a photo and encodes it in the displayed sizes. */
export const PHOTO_JOB: ParsingJob<{ path: string; contentType: string }, EncodedPhoto> = {
  name: 'photo',
  mostCpuSeconds: 20, // a photo of 50 megapixels takes five on a slow machine
  sentences: {
    tooLarge:
      'This photo needs too much memory to be read. Save it again as an ordinary JPEG, or send a smaller version of it.',
    tooSlow:
      'This photo takes too long to read. Save it again as an ordinary JPEG, or send a smaller version of it.',
    damaged: DAMAGED_PHOTO,
  },
}

/** Reads what a video is, and copies its pictures and sound into a new MP4 file. */
export const VIDEO_JOB: ParsingJob<{ path: string; newPath: string }, VideoFacts> = {
  name: 'video',
  mostCpuSeconds: 30, // copying reads and writes up to 300 MB
  sentences: {
    tooLarge: INDEX_TOO_LARGE,
    tooSlow: 'This video takes too long to read. Export it again as MP4.',
    damaged: DAMAGED_VIDEO,
  },
}
