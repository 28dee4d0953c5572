import { type MediaKind, PHOTO_SIDES_PX } from '#src/domain/media/media-limits.ts'

/** The folder for owners' media in a media store. Each photo or video has its own subfolder. */
export const LISTINGS_FOLDER = 'listings'

/** The file names of a photo and of a video. */
export const NAMES_OF: Readonly<Record<MediaKind, readonly string[]>> = {
  photo: PHOTO_SIDES_PX.flatMap((side) => [`${side}.webp`, `${side}.jpg`]),
  video: ['video.mp4'],
}
export const MEDIA_NAMES: readonly string[] = Object.values(NAMES_OF).flat()

/** The sizes of a photo of a visit, and the files of an encoded photo that they are. */
const VISIT_SIZES: ReadonlyMap<string, string> = new Map([
  ['small', '320.webp'],
  ['large', '1600.webp'],
])
const visitName = (name: string) => `visit-${name}`
/** By the name of an encoded file, the name under which a photo of a visit has it. `findMediaName` knows none of them. */
export const VISIT_FILES: ReadonlyMap<string, string> = new Map(
  [...VISIT_SIZES.values()].map((name) => [name, visitName(name)]),
)
/** All names that a store may have. */
export const STORED_NAMES: readonly string[] = [...MEDIA_NAMES, ...VISIT_FILES.values()]

/** The file of a size of a visit's photo; null for any other size. */
export function findVisitName(size: string): string | null {
  const name = VISIT_SIZES.get(size)
  return name === undefined ? null : visitName(name)
}

export interface MediaName {
  mediaId: string
  name: string
}

/** The path of a file in a store, which is also its URL path below `/media`. */
export function mediaPath({ mediaId, name }: MediaName): string {
  return `${LISTINGS_FOLDER}/${mediaId}/${name}`
}

/** Parses the path of a file of an owner's photo or video, which everybody may read; null for any other path. */
export function findMediaName(path: readonly string[]): MediaName | null {
  const [folder, mediaId = '', name = '', ...rest] = path
  if (folder !== LISTINGS_FOLDER || rest.length > 0 || !MEDIA_NAMES.includes(name)) return null
  return findMediaId(mediaId) === null ? null : { mediaId, name }
}

/** Whether the path is in the folder of a photo or video, whatever its case: some file systems ignore it. */
export function isInStore([folder, mediaId]: readonly string[]): boolean {
  const isListings = folder?.toLowerCase() === LISTINGS_FOLDER
  return isListings && findMediaId(mediaId?.toLowerCase() ?? '') !== null
}

/** Null unless the text is an id of a photo or video. */
export function findMediaId(text: string): string | null {
  return /^[0-9a-f]{32}$/.test(text) ? text : null
}
