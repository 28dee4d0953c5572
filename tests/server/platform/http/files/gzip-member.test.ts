import { crc32, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  combineCrc32,
  joinGzipParts,
  makeGzipPart,
} from '#server/platform/http/files/gzip-member.ts'

test('texts that were compressed separately are joined to one gzip member, which contains all of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 400 })), async (texts) => {
      const gzip = Buffer.concat(joinGzipParts(await Promise.all(texts.map(makeGzipPart))))
      // Node checks the CRC and the length at the end, but would also read a second member.
      expect(gunzipSync(gzip).toString()).toBe(texts.join(''))
      expect(gzip.indexOf(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 1)).toBe(-1)
    }),
    { numRuns: 60 },
  )
})

test('combineCrc32 returns the CRC of two joined texts of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.uint8Array({ maxLength: 3000 }), (a, b) => {
      expect(combineCrc32(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])))
    }),
  )
})
