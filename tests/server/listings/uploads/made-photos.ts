import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

// Photos like those of cameras, and images that the server must refuse.

const PLACE = { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1', GPSLongitude: '73/1 51/1 0/1' }

/** Draws smooth color gradients, different for each seed. */
function draw(width: number, height: number, seed: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      pixels[at] = 128 + 100 * Math.sin((x * (seed + 2)) / width)
      pixels[at + 1] = 128 + 100 * Math.cos((y * (seed + 3)) / height)
      pixels[at + 2] = 128 + 100 * Math.sin(seed * (x / width - y / height))
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A JPEG with GPS data. `orientation` is the EXIF value; with 6, a viewer turns the photo clockwise by 90°. */
export function makeJpeg({ width = 1200, height = 800, seed = 1, orientation = 1 } = {}) {
  return draw(width, height, seed)
    .withExif({ IFD0: { Make: 'Camera of Asha' }, IFD3: PLACE })
    .withMetadata({ orientation })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** A JPEG of random blocks: photos of two seeds have no part in common, as those of two rooms. */
export function makeBlocks(seed: number) {
  const [width, height] = [12, 9]
  const light = (place: number) =>
    Math.abs(Math.sin((place + 1) * 12.9898 + seed * 78.233) * 43_758) % 256
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, place) => light(place)))
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(480, 360, { fit: 'fill' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Returns a copy like those that other programs make: 700 px wide and compressed more strongly. */
export async function makeSmallerCopy(photo: Buffer): Promise<Buffer> {
  // sharp can read only files here: server/platform/media/formats/photo-encoding.ts blocks libvips' loaders for buffers.
  const folder = await mkdtemp(join(tmpdir(), 'smaller-copy-'))
  try {
    await writeFile(join(folder, 'photo'), photo)
    return await sharp(join(folder, 'photo')).resize(700).jpeg({ quality: 50 }).toBuffer()
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const makePng = () => draw(300, 200, 2).png().toBuffer()
export const makeWebp = () => draw(300, 200, 3).webp().toBuffer()
export const makeAvif = () => draw(300, 200, 4).avif({ effort: 0 }).toBuffer()
export const makeGif = () => draw(30, 20, 5).gif().toBuffer()

/** A PNG of 64 megapixels in 200 kB. */
export function makeBomb() {
  const blank = { width: 8_000, height: 8_000, channels: 3, background: '#fff' } as const
  return sharp({ create: blank }).png({ compressionLevel: 9 }).toBuffer()
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
