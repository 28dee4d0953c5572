// Browsers that do not know the option 'from-image' of createImageBitmap: WebKit before Safari 17.2 rejects it. Their
// default turns a photo upright, or does not, so a photo that lies on its side tells it once.

/** 2 x 1 pixels with the EXIF orientation 6: upright, it is 1 pixel wide. */
const LYING_PHOTO =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z'
const SEGMENT_EXIF = 0xe1
const SEGMENT_SCAN = 0xda // the pictures begin: no EXIF follows
const EXIF_HEAD = 'Exif\0\0'
const TAG_ORIENTATION = 0x0112

/** How a photo is stored, by its EXIF orientation (CIPA DC-008, 4.6.4): 1 is upright, up to 8. */
export type Orientation = number

type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Turns and mirrors the unit square; the size of the photo scales the last two numbers. */
const TRANSFORMS: Readonly<Record<Orientation, Transform>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
}
const FIRST_LYING = 5 // from this orientation on, width and height change places

/** Draws a photo of the stored size upright. The canvas is not read, so browsers that change what is read do no harm. */
export function turnUpright(stored: ImageBitmap, orientation: Orientation): ImageBitmap {
  const isLying = orientation >= FIRST_LYING
  const [width, height] = isLying ? [stored.height, stored.width] : [stored.width, stored.height]
  const canvas = new OffscreenCanvas(width, height)
  const [a, b, c, d, e, f] = TRANSFORMS[orientation] ?? [1, 0, 0, 1, 0, 0]
  const context = canvas.getContext('2d')
  context?.setTransform(a, b, c, d, e * width, f * height)
  context?.drawImage(stored, 0, 0)
  stored.close()
  return canvas.transferToImageBitmap()
}

let probed: Promise<boolean> | undefined

/** Whether createImageBitmap without options turns photos upright. Probed once for the page. */
export function isUprightByDefault(): Promise<boolean> {
  probed ??= probe()
  return probed
}

async function probe(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(LYING_PHOTO), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const isUpright = image.height > image.width
  image.close()
  return isUpright
}

/** The EXIF orientation of a JPEG; 1 for every other file. */
export function readOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return 1
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [mark, type] = [bytes[at], bytes[at + 1]]
    if (mark !== 0xff || type === SEGMENT_SCAN) return 1
    const end = at + 2 + view.getUint16(at + 2)
    if (type === SEGMENT_EXIF && hasText(bytes, at + 4, EXIF_HEAD))
      return readTag(view, at + 4 + EXIF_HEAD.length, Math.min(end, bytes.length))
    at = end
  }
  return 1
}

/** Reads the first directory of a TIFF structure, in its own order of bytes. */
function readTag(view: DataView, start: number, end: number): Orientation {
  if (start + 8 > end) return 1
  const isLittle = view.getUint16(start) === 0x4949
  const directory = start + view.getUint32(start + 4, isLittle)
  if (directory + 2 > end) return 1
  const count = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > end) return 1
    if (view.getUint16(at, isLittle) === TAG_ORIENTATION) return view.getUint16(at + 8, isLittle)
  }
  return 1
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + text.length)) === text
}
