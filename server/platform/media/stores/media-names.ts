import { type MediaKind, PHOTO_SIDES_PX } from '#src/domain/media/media-limits.ts'

/** The folder for owners' media in a media store. Each photo or video has its own subfolder. */
export const LISTINGS_FOLDER = 'listings'

/** The file names of a photo and of a video. */
export const NAMES_OF: Readonly<Record<MediaKind, readonly string[]>> = {
  photo: PHOTO_SIDES_PX.flatMap((side) => [`${side}.webp`, `${side}.jpg`]),
  video: ['video.mp4'],
}
export const MEDIA_NAMES: readonly string[] = Object.values(NAMES_OF).flat()

export interface MediaName {
  mediaId: string
  name: string
}

/** The path of a file in a store, which is also its URL path below `/media`. */
export function mediaPath({ mediaId, name }: MediaName): string {
  return `${LISTINGS_FOLDER}/${mediaId}/${name}`
}

/** Parses the path of a file of an owner's photo or video; null for any other path. */
export function findMediaName(path: readonly string[]): MediaName | null {
  const [folder, mediaId = '', name = '', ...rest] = path
  if (folder !== LISTINGS_FOLDER || rest.length > 0 || !MEDIA_NAMES.includes(name)) return null
  return /^[0-9a-f]{32}$/.test(mediaId) ? { mediaId, name } : null
}
