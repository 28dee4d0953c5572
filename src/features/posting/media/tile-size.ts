/** The size of an image in a tile, in CSS pixels: two tiles fit side by side on a phone. */
export const TILE_SIZE = { width: 142, height: 112 } as const
