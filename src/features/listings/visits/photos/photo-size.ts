/** The size of a photo in the strip, in CSS pixels (photo-strip.css). */
export const PHOTO_SIZE = { width: 112, height: 84 } as const
