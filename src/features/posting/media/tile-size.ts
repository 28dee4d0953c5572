/** CSS pixels of a picture in a tile: two tiles stand beside each other on a phone. */
export const TILE_SIZE = { width: 142, height: 112 } as const
