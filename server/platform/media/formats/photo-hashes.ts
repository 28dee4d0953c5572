import type { SharpOptions } from 'sharp'
import { hashSimilarity } from './perceptual-hash.ts'

const FILL = { fit: 'fill' } as const
const HASHED = { width: 9, height: 8 } // what `hashSimilarity` reads
const SMALL = { width: 180, height: 160 } // 20 pixels for each hashed one, so that a cut of 15 % is a whole number
const KEPT = 0.85 // of each side: people cut off a frame or another site's watermark
const PLACES = [0, 0.5, 1] // of the cut: at one edge, on both sides, at the other edge

type SharpFactory = (input: Buffer, options: SharpOptions) => import('sharp').Sharp

export interface PhotoHashes {
  perceptualHash: string
  /** The hashes of the parts of the photo that a copy of it may show, joined. */
  cropHashes: string
}

/** Hashes decoded pixels, and what is left of them after a cut of 15 %. */
export async function hashPhoto(
  sharp: SharpFactory,
  pixels: Buffer,
  options: SharpOptions,
): Promise<PhotoHashes> {
  const grey = () => sharp(pixels, options).greyscale()
  const whole = await grey().resize(HASHED.width, HASHED.height, FILL).raw().toBuffer()
  const small = await grey().resize(SMALL.width, SMALL.height, FILL).raw().toBuffer()
  const hashes: string[] = []
  for (const box of listCuts()) {
    const part = sharp(small, { raw: { ...SMALL, channels: 1 } })
      .extract(box)
      .greyscale()
      .resize(HASHED.width, HASHED.height, FILL)
    hashes.push(hashSimilarity(await part.raw().toBuffer()))
  }
  return { perceptualHash: hashSimilarity(whole), cropHashes: hashes.join('') }
}

/** Cuts at both sides, in nine places, and at one of the four edges only. */
function listCuts() {
  const width = Math.round(SMALL.width * KEPT)
  const height = Math.round(SMALL.height * KEPT)
  const left = (place: number) => Math.round((SMALL.width - width) * place)
  const top = (place: number) => Math.round((SMALL.height - height) * place)
  const corners = PLACES.flatMap((x) =>
    PLACES.map((y) => ({ left: left(x), top: top(y), width, height })),
  )
  const edges = [0, 1].flatMap((place) => [
    { left: left(place), top: 0, width, height: SMALL.height },
    { left: 0, top: top(place), width: SMALL.width, height },
  ])
  return [...corners, ...edges]
}
