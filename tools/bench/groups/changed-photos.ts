import sharp from 'sharp'
import { hashPhoto, type PhotoHashes } from '#server/platform/media/formats/photo-hashes.ts'
import type { SeededRandom } from '#tools/faults/sim/seeded-random.ts'
import { DRAWN } from './drawn-rooms.ts'

// What people do with the photos of an advert before they post it again.

export const CHANGES = ['crop', 'watermark', 'mirror', 'recompressed'] as const
export type PhotoChange = (typeof CHANGES)[number]

const KEPT = 0.85 // of each side

export function hashDrawn(pixels: Buffer): Promise<PhotoHashes> {
  return hashPhoto(sharp, pixels, { raw: { ...DRAWN, channels: 3 } })
}

/** Changes a picture, writes it as a JPEG, and hashes that as an upload. */
export async function hashChanged(
  pixels: Buffer,
  changes: readonly PhotoChange[],
  random: SeededRandom,
): Promise<PhotoHashes> {
  let photo = sharp(pixels, { raw: { ...DRAWN, channels: 3 } })
  let { width, height } = DRAWN
  if (changes.includes('crop')) {
    const box = chooseBox(random)
    photo = photo.extract(box)
    width = box.width
    height = box.height
  }
  if (changes.includes('mirror')) photo = photo.flop()
  if (changes.includes('watermark'))
    photo = sharp(await photo.png().toBuffer()).composite([
      { input: writeMark(width, height, random) },
    ])
  if (changes.includes('recompressed')) {
    photo = sharp(await photo.png().toBuffer()).resize(Math.round(width * 0.6))
  }
  const quality = changes.includes('recompressed') ? 40 : 80
  const file = await photo.jpeg({ quality }).toBuffer()
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return hashPhoto(sharp, data, {
    raw: { width: info.width, height: info.height, channels: info.channels },
  })
}

/** 15 % off both sides, anywhere, or off one edge. */
function chooseBox(random: SeededRandom) {
  const small = { width: Math.round(DRAWN.width * KEPT), height: Math.round(DRAWN.height * KEPT) }
  const form = random.int(4)
  const width = form === 1 ? DRAWN.width : small.width
  const height = form === 2 ? DRAWN.height : small.height
  const isAtEdge = form === 1 || form === 2
  const place = (room: number) =>
    isAtEdge ? (random.chance(0.5) ? room : 0) : random.int(room + 1)
  return { left: place(DRAWN.width - width), top: place(DRAWN.height - height), width, height }
}

/** The name of a portal over the middle, and its sign in a corner. */
function writeMark(width: number, height: number, random: SeededRandom): Buffer {
  const [x, y] = [random.chance(0.5) ? 6 : width - 66, random.chance(0.5) ? 6 : height - 26]
  const text = `<text x="${width / 2}" y="${height / 2}" font-size="34" font-family="sans-serif" text-anchor="middle" fill="#fff" opacity="0.5">homes.example</text>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${text}<rect x="${x}" y="${y}" width="60" height="20" fill="#c00" opacity="0.8"/></svg>`,
  )
}
