/** CSS pixels of a picture in a tile: two tiles fit side by side on a phone. */
export const TILE_SIZE = { width: 142, height: 112 } as const
