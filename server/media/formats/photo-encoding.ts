// Decodes a photo and encodes its pixels again. So a stored photo has no metadata, such as the
// place where it was taken, and no other hidden data.

import type { SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PHOTO_SIDES_PX } from '#src/domain/media/media-limits.ts'
import { MediaRefusal } from './media-refusal.ts'
import { DAMAGED_PHOTO, LARGE_AVIF } from './media-sentences.ts'
import { hashSimilarity } from './perceptual-hash.ts'
import { weighAvif, weighPhoto } from './photo-weight.ts'

const MAX_PIXELS = 50_000_000 // the main camera of most phones; 150 MB when decoded
const MAX_AVIF_PIXELS = 13_000_000 // its decoder takes up to 24 bytes for each
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

export const PHOTO_TYPES: ReadonlySet<string> = new Set(Object.keys(FORMATS))

export interface EncodedPhoto {
  width: number
  height: number
  files: readonly { name: string; content: Buffer }[]
  thumbhash: string
  perceptualHash: string
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
    requireModest(shape)
    requireMemory(shape.bytes)
  }
  const sharp = await loadSharp()
  const head = await readHead(sharp, path, contentType)
  requireModest(head)
  if (!shape) {
    if (head.width * head.height > MAX_AVIF_PIXELS) throw new MediaRefusal(LARGE_AVIF)
    requireMemory(weighAvif(head))
  }
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
    perceptualHash: hashSimilarity(
      await sharp(data, raw).greyscale().resize(9, 8, FILL).raw().toBuffer(),
    ),
  }
}

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const
const FILL = { fit: 'fill' } as const

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

function requireModest({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_PIXELS)
    throw new MediaRefusal('This photo has more than 50 megapixels. Send a smaller version of it.')
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

/** Decodes the photo to upright pixels, at most in the largest size that is stored. */
function decode(sharp: Sharp, path: string) {
  const options: SharpOptions = {
    limitInputPixels: MAX_PIXELS,
    failOn: 'warning',
    pages: 1,
    sequentialRead: true,
  }
  return orDamaged(
    sharp(path, options)
      .autoOrient()
      .resize(MAX_SIDE_PX, MAX_SIDE_PX, INSIDE)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
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
