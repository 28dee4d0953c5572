import { describeOtherFile, type FileKind, isPhotoKind } from './file-kind.ts'
import { MAX_UPLOAD_BYTES } from './media-limits.ts'

// The rules for a listing's photo. The device checks them before it sends a byte; the server enforces them.

export const MAX_PHOTO_PIXELS = 50_000_000 // the main camera of most phones; 150 MB when decoded
const MAX_AVIF_PIXELS = 13_000_000 // the server's decoder takes up to 24 bytes for each
const TOO_MANY_PIXELS = 'This photo has more than 50 megapixels. Choose a smaller version of it.'
const LARGE_AVIF =
  'An AVIF photo can be read up to 13 megapixels only. Save it as a JPEG, or choose a smaller version of it.'
export const DAMAGED_PHOTO = 'This photo is damaged or incomplete. Choose it again, or another one.'
const TOO_MANY_BYTES = `A file may have ${MAX_UPLOAD_BYTES / 1_000_000} MB at most. Choose a smaller version of this photo.`

export interface PhotoSize {
  width: number
  height: number
}

/** Why a photo of this size is not decoded; null if it is. */
export function findPixelFlaw(kind: FileKind, { width, height }: PhotoSize): string | null {
  if (width * height > MAX_PHOTO_PIXELS) return TOO_MANY_PIXELS
  return kind === 'avif' && width * height > MAX_AVIF_PIXELS ? LARGE_AVIF : null
}

/** Why the server would not take a photo as the person chose it; null if it would. */
export function findOriginalPhotoFlaw(
  kind: FileKind,
  { bytes, ...size }: PhotoSize & { bytes: number },
): string | null {
  if (!isPhotoKind(kind)) return describeOtherFile(kind, 'photo')
  return findPixelFlaw(kind, size) ?? (bytes > MAX_UPLOAD_BYTES ? TOO_MANY_BYTES : null)
}
