import type { ParsingJob } from '#server/parsing/parsing-service.ts'
import { DAMAGED_VIDEO } from '#src/domain/media/video-rules.ts'
import { DAMAGED_PHOTO, INDEX_TOO_LARGE } from './media-sentences.ts'
import type { EncodedPhoto } from './photo-encoding.ts'
import type { StoredVideoFacts } from './stored-video-reading.ts'

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

/** Reads the description of an MP4 file, and erases its metadata in place. */
export const VIDEO_JOB: ParsingJob<{ path: string }, StoredVideoFacts> = {
  name: 'video',
  mostCpuSeconds: 30, // erasing rewrites up to 300 MB
  sentences: {
    tooLarge: INDEX_TOO_LARGE,
    tooSlow: 'This video takes too long to read. Export it again as MP4.',
    damaged: DAMAGED_VIDEO,
  },
}
