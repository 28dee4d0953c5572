const ROW = 9 // pixels in a row: eight pairs of neighbours are compared
const ROWS = 8

/**
 * Difference hash of a photo, from 9 x 8 grey pixels: one bit for each pixel with a right neighbour,
 * set if the pixel is brighter than that neighbour. A resized or recompressed copy differs in a few
 * bits. 16 hexadecimal characters.
 */
export function hashSimilarity(grey: ArrayLike<number>): string {
  let bits = 0n
  for (let y = 0; y < ROWS; y += 1)
    for (let x = 0; x < ROW - 1; x += 1) {
      const at = y * ROW + x
      const isBrighter = (grey[at] ?? 0) > (grey[at + 1] ?? 0)
      bits = (bits << 1n) | (isBrighter ? 1n : 0n)
    }
  return bits.toString(16).padStart(16, '0')
}
