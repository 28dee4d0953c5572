import {
  describeOtherFile,
  type FileKind,
  findFileKind,
  HEAD_BYTES,
  isPhotoKind,
} from '#src/domain/media/file-kind.ts'
import { DAMAGED_PHOTO } from '#src/domain/media/photo-rules.ts'
import { readBytes, requireReadable } from '#src/files/readable-file.ts'
import { decodeHeic } from './heic-decoding.ts'
import { isUprightByDefault, readOrientation, turnUpright } from './photo-orientation.ts'
import { UnreadablePhoto } from './unreadable-photo.ts'

// Decodes a chosen photo to upright pixels: with the browser's decoders, or for HEIC, if it has none, with our own.

const EXIF_WITHIN_BYTES = 200_000 // JPEG: in front of the picture, beside a preview of at most 64 kB

/** @throws UnreadablePhoto, UnreadableFile */
export async function decodePhoto(file: Blob): Promise<ImageBitmap> {
  try {
    return await decodeUpright(file)
  } catch (cause) {
    await requireReadable(file)
    const kind = await readKind(file)
    if (kind === 'heic') return await decodeHeic(file)
    const sentence = isPhotoKind(kind) ? DAMAGED_PHOTO : describeOtherFile(kind, 'photo')
    throw new UnreadablePhoto(sentence, { cause })
  }
}

/** @throws UnreadableFile */
export async function readKind(file: Blob): Promise<FileKind> {
  return findFileKind(await readBytes(file, 0, HEAD_BYTES))
}

async function decodeUpright(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    // An option that the browser does not know. A photo that it cannot decode is another error (InvalidStateError).
    if (!(error instanceof TypeError)) throw error
    const image = await createImageBitmap(file)
    if (await isUprightByDefault()) return image
    return turnUpright(image, readOrientation(await readBytes(file, 0, EXIF_WITHIN_BYTES)))
  }
}
