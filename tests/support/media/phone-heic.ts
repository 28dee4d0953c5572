import { readFileSync } from 'node:fs'
import { makeHeic } from './made-heic.ts'

// A photo of 12 megapixels like that of an iPhone: a grid of 48 tiles in HEVC.

/** One picture of 512 x 512 pixels with grain, from an encoder: https://github.com/strukturag/libheif, `heif-enc -q 45`. */
const TILE = readFileSync(new URL('./photo-tile.heic', import.meta.url))
const TILE_PX = 512
const [COLUMNS, ROWS] = [8, 6]

export const PHONE_PHOTO = { width: 4032, height: 3024 } // the tiles at the right and at the bottom reach beyond it

export function makePhoneHeic() {
  const picture = readBox('mdat')
  const tiles = {
    px: TILE_PX,
    config: readBox('hvcC'),
    pictures: Array.from({ length: COLUMNS * ROWS }, () => picture),
  }
  const { width, height } = PHONE_PHOTO
  return makeHeic({ tiles, columns: COLUMNS, claimedPx: [width, height] })
}

/** The content of the box of this type. */
function readBox(type: string) {
  const start = TILE.indexOf(type) - 4
  return TILE.subarray(start + 8, start + TILE.readUInt32BE(start))
}
