import { findExif, findFirstDirectory, findTag } from './exif.ts'

// Browsers that do not know the option 'from-image' of createImageBitmap: WebKit before Safari 17.2 rejects it. Their
// default turns a photo upright, or does not, so a photo that lies on its side tells it once.

/** 2 x 1 pixels with the EXIF orientation 6: upright, it is 1 pixel wide. */
const LYING_PHOTO =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z'
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
  const exif = findExif(bytes)
  const at = exif && findTag(exif, findFirstDirectory(exif), TAG_ORIENTATION)
  return exif && at !== null ? exif.view.getUint16(at, exif.isLittle) : 1
}
