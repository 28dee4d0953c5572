import { PHOTO_PX } from '#src/domain/media/media-limits.ts'
import { findOriginalPhotoFlaw } from '#src/domain/media/photo-rules.ts'
import { hasCanvasNoise } from './canvas-noise.ts'
import { decodePhoto, readKind } from './photo-decoding.ts'
import { UnreadablePhoto } from './unreadable-photo.ts'

// Encodes a photo anew: smaller, upright, and without the camera's metadata, such as the location.

const QUALITY = 0.82 // no visible difference on a phone, at a third of the bytes
const TYPES = ['image/webp', 'image/jpeg'] as const

/**
 * Returns the file itself if this browser changes what pages read from a canvas, or cannot encode it. The server then
 * makes it smaller and removes its metadata. @throws UnreadablePhoto, UnreadableFile
 */
export async function resizePhoto(file: Blob): Promise<Blob> {
  const image = await decodePhoto(file)
  try {
    const encoded = (await hasCanvasNoise()) ? null : await encode(image)
    if (encoded) return encoded
    const { width, height } = image
    const flaw = findOriginalPhotoFlaw(await readKind(file), { width, height, bytes: file.size })
    if (flaw !== null) throw new UnreadablePhoto(flaw)
    return file
  } finally {
    image.close()
  }
}

/** Null if this browser has no encoder. */
async function encode(image: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, PHOTO_PX / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  for (const type of TYPES) {
    const resized = await canvas.convertToBlob({ type, quality: QUALITY })
    // Safari returns PNG if it cannot encode the requested type.
    if (resized.type === type) return resized
  }
  return null
}
