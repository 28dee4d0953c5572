import type { SharpOptions } from 'sharp'
import { hashSimilarity } from './perceptual-hash.ts'

const FILL = { fit: 'fill' } as const
const HASHED = { width: 9, height: 8 } // what `hashSimilarity` reads
const SMALL = { width: 180, height: 160 } // 20 pixels for each hashed one: a part is cut to 5 % of one
const KEPT = 0.85 // of each side: people cut off a frame or another site's watermark
const PLACES = [0, 1 / 3, 2 / 3, 1] // of the cut, from one edge to the other: at most 2.5 % of the side from any cut

type SharpFactory = (input: Buffer, options: SharpOptions) => import('sharp').Sharp

interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface PhotoHashes {
  perceptualHash: string
  /**
   * Hashes of the whole photo and then of the parts of it that a copy may show, joined. The first is not `perceptualHash`:
   * only averages of equal boxes differ as little in a part as in its copy.
   */
  cropHashes: string
}

/** Hashes decoded pixels, and what is left of them after a cut of 15 %. */
export async function hashPhoto(
  sharp: SharpFactory,
  pixels: Buffer,
  options: SharpOptions,
): Promise<PhotoHashes> {
  const shrink = ({ width, height }: typeof HASHED) =>
    sharp(pixels, options).greyscale().resize(width, height, FILL).raw().toBuffer()
  const perceptualHash = hashSimilarity(await shrink(HASHED))
  const sums = sumUp(await shrink(SMALL))
  const crops = [WHOLE, ...CUTS].map((box) => hashSimilarity(shrinkPart(sums, box)))
  return { perceptualHash, cropHashes: crops.join('') }
}

const WHOLE: Box = { left: 0, top: 0, ...SMALL }
/** Cuts at both sides, in sixteen places, and at one of the four edges only. */
const CUTS: readonly Box[] = listCuts()

function listCuts(): Box[] {
  const width = Math.round(SMALL.width * KEPT)
  const height = Math.round(SMALL.height * KEPT)
  const left = (place: number) => Math.round((SMALL.width - width) * place)
  const top = (place: number) => Math.round((SMALL.height - height) * place)
  const both = PLACES.flatMap((x) =>
    PLACES.map((y) => ({ left: left(x), top: top(y), width, height })),
  )
  const edges = [0, 1].flatMap((place) => [
    { left: left(place), top: 0, width, height: SMALL.height },
    { left: 0, top: top(place), width: SMALL.width, height },
  ])
  return [...both, ...edges]
}

/** For each place, the sum of all pixels above it and left of it: the sum of a box is then four of them. */
function sumUp(grey: Buffer): Uint32Array {
  const row = SMALL.width + 1
  const sums = new Uint32Array(row * (SMALL.height + 1))
  for (let y = 0; y < SMALL.height; y += 1) {
    let ofRow = 0
    for (let x = 0; x < SMALL.width; x += 1) {
      ofRow += grey[y * SMALL.width + x] ?? 0
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + ofRow
    }
  }
  return sums
}

/** The averages of 9 x 8 equal boxes of a part; not rounded, because equal neighbours have another bit in the mirror. */
function shrinkPart(sums: Uint32Array, { left, top, width, height }: Box): number[] {
  const at = (x: number, y: number) => sums[y * (SMALL.width + 1) + x] ?? 0
  const averages: number[] = []
  for (let row = 0; row < HASHED.height; row += 1)
    for (let column = 0; column < HASHED.width; column += 1) {
      const [fromX, toX] = [column, column + 1].map(
        (n) => left + Math.round((n * width) / HASHED.width),
      )
      const [fromY, toY] = [row, row + 1].map((n) => top + Math.round((n * height) / HASHED.height))
      averages.push(average(at, [fromX ?? 0, fromY ?? 0, toX ?? 0, toY ?? 0]))
    }
  return averages
}

function average(
  at: (x: number, y: number) => number,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
): number {
  const sum = at(toX, toY) - at(fromX, toY) - at(toX, fromY) + at(fromX, fromY)
  return sum / ((toX - fromX) * (toY - fromY))
}
