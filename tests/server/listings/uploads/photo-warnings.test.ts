// @module-tag long
import { describe, expect, test } from 'vitest'
import { DAMAGED_PHOTO } from '#src/domain/media/photo-rules.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg } from './made-photos.ts'
import { LISTING } from './upload-calls.ts'

// Decoders warn of photos that every viewer shows, and of photos with a missing part. Imports and the API send photos as
// cameras wrote them.

const { asha } = postingForEachTest()

const at = (photo: Buffer, marker: string) => photo.indexOf(Buffer.from(marker, 'hex'))
const END = Buffer.from('ffd9', 'hex')

function insert(photo: Buffer, marker: string, bytes: Buffer): Buffer {
  const place = at(photo, marker)
  return Buffer.concat([photo.subarray(0, place), bytes, photo.subarray(place)])
}

/** Like photos of some Samsung phones: the scan says that it has only the first coefficient. */
function withOddScan(photo: Buffer): Buffer {
  const scan = at(photo, 'ffda')
  const odd = Buffer.from(photo)
  odd[scan + odd.readUInt16BE(scan + 2)] = 0
  return odd
}

const half = (photo: Buffer) => photo.subarray(0, photo.length / 2)

describe.each<[what: string, change: (photo: Buffer) => Buffer]>([
  ['with odd parameters of its scan', withOddScan],
  ['with bytes between two segments', (photo) => insert(photo, 'ffc4', Buffer.from([1, 2, 3, 4]))],
  ['with bytes behind its end', (photo) => Buffer.concat([photo, Buffer.alloc(5_000, 7)])],
  ['with bytes in front of its end', (photo) => insert(photo, 'ffd9', Buffer.alloc(7, 0x11))],
  ['with an unknown colour transform', (photo) => insert(photo, 'ffdb', makeAdobeSegment())],
])('a photo %s', (_what, change) => {
  test('is accepted', async () => {
    const answer = await asha.uploads.add(LISTING, change(await makeJpeg()))
    expect(answer.json).toMatchObject({ data: { kind: 'photo' } })
  })
})

function makeAdobeSegment(): Buffer {
  const content = Buffer.concat([Buffer.from('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, 9])])
  return Buffer.concat([Buffer.from('ffee', 'hex'), Buffer.from([0, content.length + 2]), content])
}

describe.each<[what: string, change: (photo: Buffer) => Buffer]>([
  ['the first half of a photo', half],
  ['the first half of a photo with odd parameters', (photo) => half(withOddScan(photo))],
  ['the first half of a photo, closed properly', (photo) => Buffer.concat([half(photo), END])],
  ['a photo without its last 20 bytes', (photo) => photo.subarray(0, -20)],
])('%s', (_what, change) => {
  test('is refused as damaged', async () => {
    const answer = await asha.uploads.add(LISTING, change(await makeJpeg()))
    expect(answer).toMatchObject({ status: 400, json: { error: DAMAGED_PHOTO } })
  })
})
