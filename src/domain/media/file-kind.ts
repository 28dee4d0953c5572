// What kind of file somebody chose or sent, by its first bytes, never by its name. The device and the server use the
// same answer, so that a file is refused with the same sentence before and after it was sent.

/** Enough for every signature below. */
export const HEAD_BYTES = 64

/** Signatures in hexadecimal, from section 6 of the WHATWG MIME Sniffing Standard. */
const SIGNATURES = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['gif', /^47494638(37|39)61/], // GIF87a, GIF89a
  ['webp', /^52494646.{8}574542505650/], // RIFF, a length, WEBPVP
  ['webm', /^1a45dfa3(..){1,34}42828[4-8]7765626d/], // EBML, then its DocType: webm
  ['mkv', /^1a45dfa3(..){1,34}42828[4-8]6d6174726f736b61/], // EBML, then its DocType: matroska
  ['avi', /^52494646.{8}41564920/], // RIFF, a length, AVI
  ['tiff', /^(49492a00|4d4d002a)/],
  ['bmp', /^424d.{8}00000000/],
  ['pdf', /^255044462d/],
] as const

/** The first box of an ISO media file: its type, then the major brand and the compatible brands. */
const BRANDS = [
  ['avif', /^ftypavi[fs]/],
  ['heic', /^ftyp(he[iv][cmsx]|mif1|msf1)/],
  ['mp4', /^ftyp(avc1|cmfc|dash|iso[2-9m]|M4V |mp4[12]|MSNV)/],
  ['sound', /^ftypM4[AB] /],
  ['movie', /^ftyp/], // other brands: QuickTime, 3GP, cameras' own
  ['old-movie', /^(moov|wide|mdat|free|skip|pnot)/], // QuickTime of the time before brands
] as const

export type FileKind = (typeof SIGNATURES | typeof BRANDS)[number][0] | 'unknown'

export function findFileKind(head: Uint8Array): FileKind {
  const bytes = head.subarray(0, HEAD_BYTES)
  const start = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const signed = SIGNATURES.find(([, pattern]) => pattern.test(start))
  if (signed) return signed[0]
  // An ISO media file starts with the length of its first box, in four bytes. The first is zero if the box is shorter
  // than 16 MB; no text starts like this.
  if (bytes[0] !== 0) return isLongMovie(bytes) ? 'old-movie' : 'unknown'
  const box = toLatin1(bytes.subarray(4))
  return BRANDS.find(([, pattern]) => pattern.test(box))?.[0] ?? 'unknown'
}

/** Files that the server makes a listing's photo of. Browsers decode more kinds, and send them as WebP or JPEG. */
const PHOTO_KINDS: ReadonlySet<FileKind> = new Set(['jpeg', 'png', 'webp', 'avif'])
/** Files that may contain a video that every browser plays. */
const VIDEO_KINDS: ReadonlySet<FileKind> = new Set(['mp4', 'movie'])

export function isPhotoKind(kind: FileKind): boolean {
  return PHOTO_KINDS.has(kind)
}

export function isVideoKind(kind: FileKind): boolean {
  return VIDEO_KINDS.has(kind)
}

const NAMES: Readonly<Record<FileKind, string | null>> = {
  jpeg: 'a JPEG photo',
  png: 'a PNG picture',
  webp: 'a WebP picture',
  avif: 'an AVIF picture',
  heic: 'a HEIC picture',
  gif: 'a GIF picture',
  tiff: 'a TIFF picture',
  bmp: 'a BMP picture',
  mp4: 'a video',
  movie: 'a video',
  'old-movie': 'an old MOV video',
  webm: 'a WebM video',
  mkv: 'a Matroska video',
  avi: 'an AVI video',
  sound: 'a sound recording',
  pdf: 'a PDF document',
  unknown: null,
}

const PHOTO = 'a photo (JPEG, PNG, WebP, AVIF)'
const VIDEO = 'a video (MP4, MOV)'
const WANTED = { photo: PHOTO, video: VIDEO, any: `${PHOTO} or ${VIDEO}` } as const

/** Why a file of this kind cannot be used, and what to choose instead. */
export function describeOtherFile(kind: FileKind, wanted: keyof typeof WANTED = 'any'): string {
  if (kind === 'heic' && wanted !== 'video')
    return 'This is a HEIC picture, not a photo that every browser shows (JPEG, PNG, WebP, AVIF). Save it as JPEG, and choose that. On an iPhone, "Most Compatible" under Settings, Camera, Formats takes photos as JPEG.'
  if (kind === 'old-movie')
    return 'This is a MOV video of an old kind. Export it as MP4, and choose that.'
  const name = NAMES[kind]
  return name === null
    ? `This is not ${WANTED[wanted]}.`
    : `This is ${name}, not ${WANTED[wanted]}. Choose one of these formats.`
}

/** A QuickTime file that begins with its pictures, in a box of 16 MB or more. */
function isLongMovie(bytes: Uint8Array): boolean {
  return toLatin1(bytes.subarray(4, 8)) === 'mdat'
}

function toLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
