import { listBoxes } from '#src/domain/media/mp4-boxes.ts'
import { box } from '#tests/server/listings/uploads/made-videos.ts'
import { behind, findBytes, readFilmed, withBrand } from './odd-videos.ts'

// The videos of the shared corpus, byte for byte, made from the one of them that is stored. corpus-videos.sha256 has the
// checksum of each, as `sha256sum *` prints it in the folder of the corpus.

/** What a phone of Samsung writes behind the last box: a record with its name and text, then the list of all records. */
function makeSamsungTail(): Buffer {
  const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
  const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer)
  const type = 0x0a01
  const record = Buffer.concat([
    u16(0, type),
    u32('Image_UTC_Data'.length),
    Buffer.from('Image_UTC_Data1420070400000'),
  ])
  const list = Buffer.concat([
    Buffer.from('SEFH'),
    u32(106, 1, 0), // version, records, and four bytes that the length does not count
    u16(0, type),
    u32(record.length, record.length),
  ])
  return Buffer.concat([record, list, u32(list.length - 4), Buffer.from('SEFT')])
}

/** A third track of timed data beside picture and sound, whose samples are those of the sound; the index is the last box. */
function withSharedDataTrack(): Buffer {
  const video = readFilmed()
  const index = findBytes(video, 'moov')
  const children = listBoxes(index, { from: 8, to: index.length })
  const sound = children.filter(({ type }) => type === 'trak').at(-1)
  if (!sound) throw new Error('no sound')
  const track = Buffer.from(index.subarray(sound.start, sound.to))
  track.writeUInt32BE(3, track.indexOf('tkhd') + 16) // its number
  track.write('meta', track.indexOf('soun'), 'latin1')
  track.write('mett', track.indexOf('mp4a'), 'latin1')
  const grown = box('moov', index.subarray(8), track)
  video.write('free', video.indexOf('moov'), 'latin1') // the earlier index
  return Buffer.concat([video, grown])
}

/** By its name in the corpus. All are published as MP4 with the same pictures and sound, and nothing else. */
export const CORPUS_VIDEOS: Readonly<Record<string, () => Buffer>> = {
  'own-12s.mp4': readFilmed,
  'y05-4-zero-bytes-behind.mp4': () => behind(Buffer.alloc(4)),
  'y06-sef-bytes-behind.mp4': () => behind(makeSamsungTail()),
  'y07-qt-brand.mov': () => withBrand('qt  '),
  'y08-3gp4-brand.mp4': () => withBrand('3gp4'),
  'y09-XAVC-brand.mp4': () => withBrand('XAVC'),
  'y10-1100-free-boxes.mp4': () => behind(...Array<Buffer>(1_100).fill(box('free'))),
  'y12-mett-track.mp4': withSharedDataTrack,
}
