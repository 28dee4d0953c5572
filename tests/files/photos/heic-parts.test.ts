import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import loadLibheif from 'libheif-js/libheif-wasm/libheif.js'
import { expect, test } from 'vitest'
import { type HeicPart, splitPhoto } from '#src/files/photos/heic-parts.ts'
import { type LibheifImage, openImage } from '#src/files/photos/libheif-image.ts'
import {
  type HeicShape,
  makeHeic,
  RED_AND_BLUE,
  withDamage,
} from '#tests/support/media/made-heic.ts'

const WASM = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
const [red, blue] = RED_AND_BLUE.pictures

/** Three columns and two rows, of which no two ways to turn and mirror look the same. */
const TILES = {
  ...RED_AND_BLUE,
  pictures: [red, blue, blue, blue, red, blue].filter((picture) => picture !== undefined),
}

const libheif = await loadLibheif({ wasmBinary: new Uint8Array(readFileSync(WASM)).buffer })

const open = (shape: HeicShape) =>
  openImage(libheif, makeHeic({ tiles: TILES, columns: 3, ...shape }))

interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha in one number, row by row. */
  pixels: Uint32Array
}

function draw(width: number, height: number, pixelAt: (x: number, y: number) => number): Picture {
  const pixels = Uint32Array.from({ length: width * height }, (_, at) =>
    pixelAt(at % width, Math.floor(at / width)),
  )
  return { width, height, pixels }
}

function decodeParts(image: LibheifImage): Picture {
  const { count, decode } = splitPhoto(image)
  const parts = Array.from({ length: count }, (_, nth) => decode(nth))
  return draw(image.width, image.height, (x, y) => {
    const holds = (part: HeicPart) =>
      part.left <= x && x < part.left + part.width && part.top <= y && y < part.top + part.height
    const part = parts.find(holds)
    if (!part) throw new Error(`no part has ${x}, ${y}`)
    const at = (y - part.top) * part.width + x - part.left
    return new Uint32Array(part.data.buffer)[at] ?? 0
  })
}

function decodeWhole(image: LibheifImage): Picture {
  const { data, width, height } = image.decode()
  return { width, height, pixels: new Uint32Array(data.buffer) }
}

function countDifferences(one: Picture, other: Picture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  return one.pixels.filter((pixel, at) => pixel !== other.pixels[at]).length
}

/** By a quarter to the left. */
const turn = ({ width, height, pixels }: Picture) =>
  draw(height, width, (x, y) => pixels[x * width + width - 1 - y] ?? 0)

const mirror = ({ width, height, pixels }: Picture) =>
  draw(width, height, (x, y) => pixels[y * width + width - 1 - x] ?? 0)

const SIZES = [
  [192, 128], // of all tiles
  [150, 100],
  [129, 127],
] as const

test.each(
  SIZES.flatMap((claimedPx) =>
    ([0, 1, 2, 3] as const).flatMap((turns) =>
      [false, true].map((isMirrored) => ({ claimedPx, turns, isMirrored })),
    ),
  ),
)(
  'tiles are placed as the whole photo would be: $claimedPx, $turns turns, mirrored $isMirrored',
  (shape) => {
    const image = open(shape)
    expect(splitPhoto(image).count).toBe(6)
    let expected = decodeWhole(open({ claimedPx: shape.claimedPx }))
    for (let turned = 0; turned < shape.turns; turned += 1) expected = turn(expected)
    if (shape.isMirrored) expected = mirror(expected)
    expect(countDifferences(decodeParts(image), expected)).toBe(0)
  },
)

test.each<[string, HeicShape, number, number]>([
  ['is cropped', { shownPx: [180, 120] }, 180, 120],
  ['is cropped and turned', { shownPx: [180, 120], turns: 1 }, 120, 180],
  [
    'has one tile',
    { tiles: { ...TILES, pictures: TILES.pictures.slice(0, 1) }, columns: 1 },
    64,
    64,
  ],
  [
    'is narrower than its tiles',
    { tiles: RED_AND_BLUE, columns: 1, claimedPx: [40, 100] },
    40,
    100,
  ],
  ['is smaller than a tile', { claimedPx: [40, 50] }, 40, 50],
  ['has tiles outside of it', { claimedPx: [64, 128] }, 64, 128],
])('a photo that %s is decoded as a whole', (_what, shape, width, height) => {
  const image = open(shape)
  expect(splitPhoto(image).count).toBe(1)
  expect(countDifferences(decodeParts(image), decodeWhole(image))).toBe(0)
  expect(image).toMatchObject({ width, height })
})

test('a tile that cannot be decoded is an error, and not a black tile', () => {
  const image = open({ tiles: withDamage(TILES) })
  expect(() => decodeParts(image)).toThrow('libheif answers')
})
