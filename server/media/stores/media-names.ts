import { type MediaKind, PHOTO_SIDES_PX } from '#src/domain/media/media-limits.ts'

/** The folder of a media store with what owners upload, each in a folder of its own. */
export const LISTINGS_FOLDER = 'listings'

/** The files of a photo or video. */
export const NAMES_OF: Readonly<Record<MediaKind, readonly string[]>> = {
  photo: PHOTO_SIDES_PX.flatMap((side) => [`${side}.webp`, `${side}.jpg`]),
  video: ['video.mp4'],
}
export const MEDIA_NAMES: readonly string[] = Object.values(NAMES_OF).flat()

export interface MediaName {
  mediaId: string
  name: string
}

/** The path of a file in a store, and its address below `/media`. */
export function mediaPath({ mediaId, name }: MediaName): string {
  return `${LISTINGS_FOLDER}/${mediaId}/${name}`
}

/** Which file of an owner's photo or video a path names; null for any other path. */
export function findMediaName(path: readonly string[]): MediaName | null {
  const [folder, mediaId = '', name = '', ...rest] = path
  if (folder !== LISTINGS_FOLDER || rest.length > 0 || !MEDIA_NAMES.includes(name)) return null
  return /^[0-9a-f]{32}$/.test(mediaId) ? { mediaId, name } : null
}
