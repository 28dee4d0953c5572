/** The size of a small photo in CSS pixels: three fit side by side on a phone. */
export const PHOTO_SIZE = { width: 104, height: 78 } as const
