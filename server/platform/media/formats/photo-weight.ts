// Estimates the memory that decoding a photo takes, from its header, before libvips sees the file: libvips takes memory
// already when it reads the header of some formats. The factors were measured with libvips 8.18 and photos of
// 50 megapixels. The limits of its process end a file that lies about itself.

import { open } from 'node:fs/promises'
import { readJpegShape } from './jpeg-shape.ts'
import type { PhotoShape } from './photo-shape.ts'
import { readPngShape } from './png-shape.ts'
import { readWebpShape } from './webp-shape.ts'

/** The libraries, the displayed sizes, and small buffers. */
const BASE_BYTES = 60_000_000
/** Of AVIF, for each pixel; the decoder's notes about each block are most of it. */
const AVIF = { eightBit: 19, deeper: 24 } as const

const READERS: Readonly<Record<string, typeof readJpegShape>> = {
  'image/jpeg': readJpegShape,
  'image/png': readPngShape,
  'image/webp': readWebpShape,
}

/**
 * Reads the structure of a JPEG, PNG or WebP file; null for other types, whose header libvips reads without much memory.
 * @throws MediaRefusal if the file costs far more than its pixels
 */
export async function weighPhoto(path: string, contentType: string): Promise<PhotoShape | null> {
  const read = READERS[contentType]
  if (!read) return null
  const file = await open(path, 'r')
  try {
    const shape = await read(file)
    return { ...shape, bytes: shape.bytes + BASE_BYTES }
  } finally {
    await file.close()
  }
}

/** The memory that an AVIF file takes. `depth` is libvips' `uchar` for 8 bits a channel. */
export function weighAvif({
  width,
  height,
  depth,
}: {
  width: number
  height: number
  depth: string
}) {
  return BASE_BYTES + width * height * (depth === 'uchar' ? AVIF.eightBit : AVIF.deeper)
}
