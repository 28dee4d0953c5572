import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  countDifferentBits,
  listPhotoBands,
  MAX_DIFFERENT_BITS,
  placeKeyOf,
  SURELY_FOUND_BITS,
} from '#server/platform/database/duplicate-keys.ts'
import { hashSimilarity } from '#server/platform/media/formats/perceptual-hash.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'

const HASH = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const toHash = (bits: bigint) => bits.toString(16).padStart(16, '0')

test('photo hashes that differ in at most SURELY_FOUND_BITS bits are equal in one band of 16 bits, whichever bits differ', () => {
  const flips = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: SURELY_FOUND_BITS })
  fc.assert(
    fc.property(HASH, flips, (bits, places) => {
      const one = toHash(bits)
      const other = toHash(places.reduce((now, place) => now ^ (1n << BigInt(place)), bits))
      const bands = [one, other].map(listPhotoBands)
      fc.pre(bands.every((list) => list.length > 0))
      expect(countDifferentBits(one, other)).toBe(places.length)
      expect(bands[0]?.some((band) => bands[1]?.includes(band))).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('the bands of a hash are different numbers, because each number contains the position of its band', () => {
  fc.assert(
    fc.property(HASH, (bits) => {
      const bands = listPhotoBands(toHash(bits))
      expect(new Set(bands).size).toBe(bands.length)
      expect(bands.map((band) => band >> 16)).toEqual(bands.length > 0 ? [0, 1, 2, 3] : [])
    }),
  )
})

test.each(['0000000000000000', 'ffffffffffffffff', '0000000001000100', null])(
  'the hash of a photo without detail has no bands: %s',
  (hash) => {
    expect(listPhotoBands(hash)).toEqual([])
  },
)

const POSTERS = resolve('server/demo/media/posters')

/**
 * Hashes decoded pixels, as server/platform/media/formats/photo-encoding.ts does. Reads from a path, not a buffer: that module
 * blocks decoding from buffers in the whole process, which other test files share.
 */
async function hashOf(path: string): Promise<string> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const grey = sharp(data, { raw: { width, height, channels } }).greyscale()
  return hashSimilarity(await grey.resize(9, 8, { fit: 'fill' }).raw().toBuffer())
}

test('the hash of a resized or recompressed copy differs from that of its photo in few bits, the hash of another photo in many', async () => {
  const folder = makeFolderForTest()
  const photos = readdirSync(POSTERS).map((name) => join(POSTERS, name))
  const hashes = await Promise.all(photos.map(hashOf))
  for (const [index, photo] of photos.entries()) {
    const own = hashes[index] ?? ''
    const copies = [
      sharp(photo).jpeg({ quality: 40 }),
      sharp(photo).resize(500).webp({ quality: 60 }),
      sharp(photo).resize(320).jpeg({ quality: 60 }),
    ]
    for (const [number, copy] of copies.entries()) {
      // Each copy has its own path, because libvips caches decoded files by path.
      const path = join(folder, `copy-${index}-${number}`)
      await copy.toFile(path)
      expect(countDifferentBits(own, await hashOf(path))).toBeLessThanOrEqual(MAX_DIFFERENT_BITS)
    }
    for (const other of hashes.filter((_, place) => place !== index))
      expect(countDifferentBits(own, other)).toBeGreaterThan(2 * MAX_DIFFERENT_BITS)
  }
})

test.each([
  [{ locality: 'Baner' }, { locality: ' baner. ' }, true],
  [{ locality: 'Baner' }, { locality: 'Baner', title: 'Another title', rent: 1 }, true],
  [{ locality: 'Baner' }, { locality: 'Aundh' }, false],
  [{ locality: 'Baner' }, { locality: 'Baner', area: 981 }, false],
  [{ locality: 'Baner' }, { locality: 'Baner', bhk: 3 }, false],
  [{ locality: 'बाणेर' }, { locality: 'बाणेर ' }, true],
  [{ locality: 'बाणेर' }, { locality: 'औंध' }, false],
])(
  'listings have equal keys only if city, pincode, locality, kind, area and bedrooms are the same: %j and %j',
  (one, other, isSame) => {
    const known = { city: 'Pune', pincode: '411045', kind: 'apartment', area: 980, bhk: 2 }
    const keys = [one, other].map((place) => placeKeyOf(JSON.stringify({ ...known, ...place })))
    expect(keys[0]).not.toBeNull()
    expect(keys[0] === keys[1]).toBe(isSame)
  },
)

test.each([
  null,
  '{}',
  '{"city":"Pune","kind":"villa","area":980}',
  '{"locality":"Baner","kind":"villa"}',
])(
  'a listing without a locality, a kind or a size is not compared with others: %s',
  (submitted) => {
    expect(placeKeyOf(submitted)).toBeNull()
  },
)
