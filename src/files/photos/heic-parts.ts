import type { LibheifImage, Pixels } from './libheif-image.ts'

// A photo in parts that can be decoded each on its own: the tiles of a grid, as phones write it, or the whole photo.

export interface HeicPart extends Pixels {
  /** Its place in the photo, in pixels. A tile may begin outside, and reach beyond. */
  left: number
  top: number
}

export interface HeicParts {
  count: number
  /** Upright. @throws if it is damaged */
  decode(nth: number): HeicPart
}

export function splitPhoto(image: LibheifImage): HeicParts {
  const { columns, rows, tileWidth, tileHeight, ...tiling } = image.tiling
  if (!isPlainGrid(image))
    return { count: 1, decode: () => ({ left: 0, top: 0, ...image.decode() }) }
  // Tiles reach beyond the image at the right and at the bottom, until it is turned or mirrored.
  const left = tiling.left === 0 ? 0 : columns * tileWidth - image.width
  const top = tiling.top === 0 ? 0 : rows * tileHeight - image.height
  return {
    count: columns * rows,
    decode(nth) {
      const [column, row] = [nth % columns, Math.floor(nth / columns)]
      const tile = image.decodeTile(column, row)
      if (tile.width !== tileWidth || tile.height !== tileHeight)
        throw new Error(`tile ${nth} has ${tile.width} x ${tile.height} pixels`)
      return { ...tile, left: column * tileWidth - left, top: row * tileHeight - top }
    },
  }
}

/** True if the tiles, and nothing else, make the image: it is not cropped, and its transparency is not an image of its own. */
function isPlainGrid({ width, height, hasAlpha, tiling }: LibheifImage): boolean {
  return (
    !hasAlpha &&
    tiling.columns * tiling.rows > 1 &&
    tiling.width === width &&
    tiling.height === height &&
    isCovered(width, tiling.columns, tiling.tileWidth) &&
    isCovered(height, tiling.rows, tiling.tileHeight)
  )
}

/** The tiles cover the length, and none lies outside. A single one may not be longer either: it would need more memory. */
function isCovered(px: number, count: number, tilePx: number): boolean {
  return count * tilePx >= px && (count - 1) * tilePx < px && tilePx <= px
}
