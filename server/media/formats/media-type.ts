// Detects a media type from a file's first bytes, never from its name. No type in this list can run
// a script: SVG, HTML and all unknown formats are left out on purpose.

/** Enough for every signature below. */
export const HEAD_BYTES = 64

/** Signatures in hexadecimal, from section 6 of the WHATWG MIME Sniffing Standard. */
const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/gif', /^47494638(37|39)61/], // GIF87a, GIF89a
  ['image/webp', /^52494646.{8}574542505650/], // RIFF, a length, WEBPVP
  ['video/webm', /^1a45dfa3(..){1,34}42828[4-8]7765626d/], // EBML, then its DocType: webm
]

/** Major brands of ISO media files. Left out: HEIC ("heic", "mif1") and QuickTime ("qt  "). */
const BRANDS: readonly (readonly [type: string, brand: RegExp])[] = [
  ['image/avif', /^ftypavi[fs]$/],
  ['video/mp4', /^ftyp(avc1|cmfc|dash|iso[2-9m]|M4V |mp4[12]|MSNV)$/],
]

/** The content type for serving a file; null for a file that must not be served. */
export function findMediaType(head: Buffer): string | null {
  const start = head.toString('hex')
  // An ISO media file starts with the length of its first box, in four bytes. The first two are zero
  // if the length is below 64 kB; no text starts like this.
  const brand = start.startsWith('0000') ? head.toString('latin1', 4, 12) : ''
  const found =
    SIGNATURES.find(([, pattern]) => pattern.test(start)) ??
    BRANDS.find(([, pattern]) => pattern.test(brand))
  return found?.[0] ?? null
}
