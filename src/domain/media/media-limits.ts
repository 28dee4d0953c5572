// What an owner may upload. The server enforces these limits; the screens check them before they send a file.

/** The largest file. */
export const MAX_UPLOAD_BYTES = 300_000_000 // three minutes of 1080p at 13 Mbit/s
/** The largest body of one request: a lost connection loses at most this much. */
export const MAX_CHUNK_BYTES = 5_000_000
/** The body of one request of the app, until a proxy refuses it: below 1 MB of 1,048,576 bytes, which nginx allows as installed. */
export const APP_CHUNK_BYTES = 1_000_000
export const MAX_PHOTOS = 20
export const MAX_VIDEOS = 1
/** Longest side of a photo that the app sends: twice the width of a large phone's screen. */
export const PHOTO_PX = 2048
export const MIN_VIDEO_S = 10
export const MAX_VIDEO_S = 180
/** Sides of a video that the app sends, in portrait or landscape: 720p. */
export const VIDEO_LONG_PX = 1280
export const VIDEO_SHORT_PX = 720
/** Longest sides of the stored versions of a photo, for a list, a phone and a desktop. */
export const PHOTO_SIDES_PX = [320, 800, 1600] as const
export type PhotoSide = (typeof PHOTO_SIDES_PX)[number]

export const MEDIA_KINDS = ['photo', 'video'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

const FOLDER = '/media/listings'

/** The URL path of a stored version of a photo. */
export function photoUrl(
  mediaId: string,
  side: PhotoSide,
  format: 'webp' | 'jpg' = 'webp',
): string {
  return `${FOLDER}/${mediaId}/${side}.${format}`
}

export function videoUrl(mediaId: string): string {
  return `${FOLDER}/${mediaId}/video.mp4`
}

/** The best stored version of a photo or video. */
export function largestUrl(kind: MediaKind, mediaId: string): string {
  return kind === 'video' ? videoUrl(mediaId) : photoUrl(mediaId, 1600)
}

/** Whether the URL is of a file that an owner uploaded. */
export function isUploadedMedia(url: string): boolean {
  return url.startsWith(`${FOLDER}/`)
}
