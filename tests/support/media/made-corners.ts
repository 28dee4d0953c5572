import sharp from 'sharp'

/** The colors of the corners: top left, top right, bottom left, bottom right. */
export const UPRIGHT_CORNERS = ['red', 'green', 'blue', 'white']
const RGB = [
  [224, 0, 0],
  [0, 224, 0],
  [0, 0, 224],
  [224, 224, 224],
] as const
const [WIDTH, HEIGHT] = [240, 160]
const FIRST_LYING = 5

type Place = readonly [x: number, y: number]

/** By EXIF orientation (CIPA DC-008, 4.6.4): which pixel of the upright photo is stored at a place. */
const STORED: Readonly<Record<number, (x: number, y: number) => Place>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [WIDTH - 1 - x, y],
  3: (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  4: (x, y) => [x, HEIGHT - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [WIDTH - 1 - y, x],
  7: (x, y) => [WIDTH - 1 - y, HEIGHT - 1 - x],
  8: (x, y) => [y, HEIGHT - 1 - x],
}

/** A JPEG of 240 x 160 pixels with a color in each corner, stored turned and mirrored as its EXIF orientation says. */
export function makeCornersJpeg(orientation: number): Promise<Buffer> {
  const [width, height] = orientation < FIRST_LYING ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, row] = STORED[orientation]?.(x, y) ?? [x, y]
      const corner = (row < HEIGHT / 2 ? 0 : 2) + (column < WIDTH / 2 ? 0 : 1)
      pixels.set(RGB[corner] ?? [], (y * width + x) * 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer()
}
