// Decodes a photo and encodes its pixels again. So a stored photo has no metadata, such as the
// place where it was taken, and no other hidden data.

import type { SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PHOTO_SIDES_PX } from '#src/domain/media/media-limits.ts'
import { DAMAGED_PHOTO, findPixelFlaw, MAX_PHOTO_PIXELS } from '#src/domain/media/photo-rules.ts'
import { MediaRefusal } from './media-refusal.ts'
import { hashPhoto, type PhotoHashes } from './photo-hashes.ts'
import { weighAvif, weighPhoto } from './photo-weight.ts'

const MAX_SIDE_PX = Math.max(...PHOTO_SIDES_PX)
const PREVIEW_PX = 100 // the maximum size for a thumbhash
const QUALITY = { webp: 80, jpeg: 82 } as const // libvips' own advice for photographs

/** libvips' loaders for the accepted types. All others are blocked, whatever the content claims. */
const READERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadHeifFile', // AVIF; `readHead` refuses HEIC
]

/** libvips' names of the accepted types. */
const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

export interface EncodedPhoto extends PhotoHashes {
  width: number
  height: number
  files: readonly { name: string; content: Buffer }[]
  thumbhash: string
}

/**
 * Runs in a parser process. @throws MediaRefusal for a photo that cannot be decoded completely, has over 50 megapixels,
 * or is too large to be decoded
 */
export async function* encodePhoto(
  { path, contentType }: { path: string; contentType: string },
  requireMemory: (bytes: number) => void,
): AsyncGenerator<EncodedPhoto, void, void> {
  const shape = await weighPhoto(path, contentType)
  if (shape) {
    requireModest(contentType, shape)
    requireMemory(shape.bytes)
  }
  const sharp = await loadSharp()
  const head = await readHead(sharp, path, contentType)
  requireModest(contentType, head)
  if (!shape) requireMemory(weighAvif(head))
  const { data, info } = await decode(sharp, path)
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const files = []
  // One after the other: in parallel, they would hold six copies of the photo in memory.
  for (const side of PHOTO_SIDES_PX) {
    const resized = () => sharp(data, raw).resize(side, side, INSIDE)
    const webp = await resized().webp({ quality: QUALITY.webp }).toBuffer()
    const jpeg = await resized().jpeg({ quality: QUALITY.jpeg, mozjpeg: true }).toBuffer()
    files.push({ name: `${side}.webp`, content: webp }, { name: `${side}.jpg`, content: jpeg })
  }
  const preview = await sharp(data, raw)
    .resize(PREVIEW_PX, PREVIEW_PX, INSIDE)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(preview.info.width, preview.info.height, preview.data)
  yield {
    width: info.width,
    height: info.height,
    files,
    thumbhash: Buffer.from(hash).toString('base64'),
    ...(await hashPhoto(sharp, data, raw)),
  }
}

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const

type Sharp = typeof import('sharp').default
let loaded: Promise<Sharp> | undefined

/** Loaded with the first photo, because the library takes 20 MB of memory, and other files do not need it. */
function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false) // no photo is read twice
    sharp.concurrency(1) // two processes already use two cores
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READERS })
    return sharp
  })
  return loaded
}

function requireModest(contentType: string, size: { width: number; height: number }): void {
  const flaw = findPixelFlaw(contentType === 'image/avif' ? 'avif' : 'jpeg', size)
  if (flaw !== null) throw new MediaRefusal(flaw)
}

/** Reads only the header of the file. @throws MediaRefusal if libvips finds another type in it */
async function readHead(sharp: Sharp, path: string, contentType: string) {
  const { format, compression, width, height, depth } = await orDamaged(
    sharp(path, { limitInputPixels: false }).metadata(),
  )
  const isAv1 = format !== 'heif' || compression === 'av1'
  if (format !== FORMATS[contentType] || !isAv1) throw damaged()
  return { width, height, depth }
}

/**
 * What libjpeg says of a photo with a missing part. It warns of harmless things too, which every viewer shows: the
 * parameters of Samsung's phones ("Invalid SOS parameters"), extraneous bytes between two segments.
 */
const DAMAGE = /premature end|bad (Huffman|arithmetic) code|found marker/i

/** Decodes the photo to upright pixels, at most in the largest size that is stored. */
async function decode(sharp: Sharp, path: string) {
  const options: SharpOptions = {
    limitInputPixels: MAX_PHOTO_PIXELS,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  }
  const warnings: string[] = []
  const decoded = await orDamaged(
    sharp(path, options)
      .on('warning', (warning: string) => warnings.push(warning))
      .autoOrient()
      .resize(MAX_SIDE_PX, MAX_SIDE_PX, INSIDE)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  if (warnings.some((warning) => DAMAGE.test(warning))) throw damaged()
  return decoded
}

/** Converts libvips' errors, which differ for each flaw of a file, into one refusal. */
async function orDamaged<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw damaged(cause)
  }
}

function damaged(cause?: unknown): MediaRefusal {
  return new MediaRefusal(DAMAGED_PHOTO, { cause })
}
