export const DAMAGED_PHOTO = 'This photo is damaged or incomplete. Choose it again, or another one.'
export const INDEX_TOO_LARGE =
  'The index of this video is too large to read. Export it again as MP4.'
export const LARGE_AVIF =
  'An AVIF photo can be read up to 13 megapixels only. Save it as a JPEG, or send a smaller version of it.'
