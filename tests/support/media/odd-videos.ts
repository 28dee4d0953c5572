import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { findBoxes, listBoxes } from '#src/domain/media/mp4-boxes.ts'
import { box } from '#tests/server/listings/uploads/made-videos.ts'

// Videos as cameras, phones, cutters and broken copies make them, from one real video of 12 seconds (H.264 and AAC, the
// index first).

/** The place of recording, as every hidden box of this file has it. */
export const HIDDEN_PLACE = '+18.5203+073.8567+560.0/'
const PLACE = Buffer.from(HIDDEN_PLACE)

export function readFilmed(): Buffer {
  return readFileSync(join(import.meta.dirname, 'filmed-12s.mp4'))
}

const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()
const full = (type: string, ...content: Buffer[]) => box(type, Buffer.alloc(4), ...content)

/** All boxes at the top level, by their bytes. */
function split(video: Buffer): { type: string; bytes: Buffer }[] {
  return listBoxes(video, { from: 0, to: video.length }).map(({ type, start, to }) => ({
    type,
    bytes: video.subarray(start, to),
  }))
}

export function findBytes(video: Buffer, type: string): Buffer {
  const found = split(video).find((one) => one.type === type)
  if (!found) throw new Error(`no ${type}`)
  return found.bytes
}

/** Adds to the index, or into each of its tracks, and moves the addresses of all samples by as much. */
function insert(video: Buffer, added: Buffer, parent: 'moov' | 'trak'): Buffer {
  const [ftyp, moov, rest] = [
    findBytes(video, 'ftyp'),
    findBytes(video, 'moov'),
    video.subarray(findBytes(video, 'ftyp').length + findBytes(video, 'moov').length),
  ]
  const children = listBoxes(moov, { from: 8, to: moov.length }).map(({ type, start, to }) => {
    const bytes = moov.subarray(start, to)
    return parent === 'trak' && type === 'trak' ? box('trak', bytes.subarray(8), added) : bytes
  })
  const grown = box('moov', ...children, ...(parent === 'moov' ? [added] : []))
  const by = grown.length - moov.length
  const all = Buffer.concat([ftyp, grown, rest])
  moveSamples(all, by)
  return all
}

function moveSamples(video: Buffer, by: number): void {
  const moov = listBoxes(video, { from: 0, to: video.length }).find(({ type }) => type === 'moov')
  if (!moov) throw new Error('no moov')
  for (const stco of findBoxes(video, moov, ['trak', 'mdia', 'minf', 'stbl', 'stco'])) {
    const count = video.readUInt32BE(stco.from + 4)
    for (let at = stco.from + 8; at < stco.from + 8 + count * 4; at += 4)
      video.writeUInt32BE(video.readUInt32BE(at) + by, at)
  }
}

export function withBrand(brand: string, video = readFilmed()): Buffer {
  const changed = Buffer.from(video)
  changed.write(brand, 8, 'latin1')
  changed.write(brand, 16, 'latin1')
  return changed
}

/** The index at the end, as phones write it. */
export function withIndexLast(video = readFilmed()): Buffer {
  const [ftyp, moov, ...rest] = split(video).map(({ bytes }) => bytes)
  if (!ftyp || !moov) throw new Error('no index')
  const moved = Buffer.concat([ftyp, ...rest, moov])
  moveSamples(moved, -moov.length)
  return moved
}

/** A QuickTime file of the time before brands: it begins with its index. */
export function withoutBrand(): Buffer {
  const video = readFilmed()
  const ftyp = findBytes(video, 'ftyp')
  const changed = Buffer.from(video.subarray(ftyp.length))
  moveSamples(changed, -ftyp.length)
  return changed
}

/** What Samsung's phones write behind the last box. */
function makeMakersTail(): Buffer {
  const note = Buffer.concat([
    u32(0x0a01_0000),
    u32(14),
    Buffer.from('Image_UTC_Data1420070400000'),
  ])
  return Buffer.concat([u32(0x10a), note, Buffer.from('SEFH'), PLACE, Buffer.from('SEFT')])
}

/** A track of timed data, such as where the camera was at each moment. */
function makeDataTrack(codec: 'mett' | 'gpmd' | 'mebx', video: Buffer): Buffer {
  const mdhd = full('mdhd', u32(0, 0, 1000, 12_000), Buffer.from([0x55, 0xc4, 0, 0]))
  const hdlr = full('hdlr', u32(0), Buffer.from('meta'), u32(0, 0, 0), Buffer.alloc(1))
  const stbl = box(
    'stbl',
    full('stsd', u32(1), box(codec, u32(0, 1), Buffer.from('\0application/gps\0'))),
    full('stts', u32(1, 12, 1000)),
    full('stsc', u32(1, 1, 12, 1)),
    full('stsz', u32(2, 12)),
    full('stco', u32(1, video.length - 24)),
  )
  const minf = box('minf', full('nmhd'), stbl)
  const tkhd = full('tkhd', u32(0, 0, 9, 0, 12_000), Buffer.alloc(60))
  return box('trak', tkhd, box('mdia', mdhd, hdlr, minf))
}

export const behind = (...added: Buffer[]) => Buffer.concat([readFilmed(), ...added])
const withTrack = (codec: Parameters<typeof makeDataTrack>[0]) =>
  insert(readFilmed(), makeDataTrack(codec, readFilmed()), 'moov')

/** Videos that players play, beside those of corpus-videos.ts: they are published as MP4 with pictures and sound, and nothing else. */
export const ODD_VIDEOS: readonly [what: string, make: () => Buffer][] = [
  ['a video with its index last', withIndexLast],
  ["a video with a maker's bytes behind the last box", () => behind(makeMakersTail())],
  ['a video with text behind the last box', () => behind(Buffer.from('made by a cutter'))],
  ['a video of 20,000 more boxes', () => behind(...Array<Buffer>(20_000).fill(box('free')))],
  ['a MOV file with its index last', () => withBrand('qt  ', withIndexLast())],
  ['a file of the brand 3gp5', () => withBrand('3gp5')],
  ['a file of an unknown brand', () => withBrand('niko')],
  ['a video with a track of data', () => withTrack('mett')],
  ["a video with a GoPro's track of places", () => withTrack('gpmd')],
  ["a video with an iPhone's track of places", () => withTrack('mebx')],
]

const uuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex') // XMP

/** Videos with a place in a box or between boxes. */
export const VIDEOS_WITH_PLACE: readonly [where: string, make: () => Buffer][] = [
  ['moov/udta', () => insert(readFilmed(), box('udta', box('\xa9xyz', PLACE)), 'moov')],
  ['moov/meta', () => insert(readFilmed(), full('meta', PLACE), 'moov')],
  ['moov/uuid', () => insert(readFilmed(), box('uuid', uuid, PLACE), 'moov')],
  ['moov/free', () => insert(readFilmed(), box('free', PLACE), 'moov')],
  ["a maker's box in moov", () => insert(readFilmed(), box('gps ', PLACE), 'moov')],
  ['trak/udta', () => insert(readFilmed(), box('udta', PLACE), 'trak')],
  ['trak/meta', () => insert(readFilmed(), full('meta', PLACE), 'trak')],
  ['trak/uuid', () => insert(readFilmed(), box('uuid', uuid, PLACE), 'trak')],
  ['udta at the top level', () => behind(box('udta', PLACE))],
  ['meta at the top level', () => behind(full('meta', PLACE))],
  ['uuid at the top level', () => behind(box('uuid', uuid, PLACE))],
  ['free at the top level', () => behind(box('free', PLACE))],
  ['skip at the top level', () => behind(box('skip', PLACE))],
  ['wide at the top level', () => behind(box('wide', PLACE))],
  ["a maker's box at the top level", () => behind(box('GPS0', PLACE))],
  ['a second mdat, which no track uses', () => behind(box('mdat', PLACE))],
  ['the end of mdat, which no track uses', () => growLast(PLACE)],
  ['bytes behind the last box', () => behind(Buffer.from('\0\0'), PLACE)],
  ["a maker's bytes behind the last box", () => behind(makeMakersTail())],
]

/** `mdat` is the last box of the filmed video. */
function growLast(added: Buffer): Buffer {
  const video = readFilmed()
  const mdat = findBytes(video, 'mdat')
  return Buffer.concat([video.subarray(0, -mdat.length), box('mdat', mdat.subarray(8), added)])
}

const cut = (video: Buffer, share: number) => video.subarray(0, Math.floor(video.length * share))
const SHARES = [0.01, 0.2, 0.6, 0.9, 0.999]

/** Copies that broke off. */
export const CUT_VIDEOS: readonly [what: string, make: () => Buffer][] = [
  ...SHARES.flatMap((share): [string, () => Buffer][] => [
    [`the first ${share * 100} % of a video`, () => cut(readFilmed(), share)],
    [
      `the first ${share * 100} % of a video with its index last`,
      () => cut(withIndexLast(), share),
    ],
    [`the first ${share * 100} % of a MOV file`, () => cut(withBrand('qt  '), share)],
  ]),
  ['a video without its last byte', () => readFilmed().subarray(0, -1)],
  [
    'a video without its data',
    () =>
      Buffer.concat(
        split(readFilmed())
          .slice(0, 2)
          .map(({ bytes }) => bytes),
      ),
  ],
  ['a cut video with an open last box', () => cut(withOpenEnd(), 0.6)],
  [
    'a video of its whole length whose second half never arrived',
    () => readFilmed().fill(0, 340_000),
  ],
]

/** `mdat` of length 0, which means: to the end of the file, wherever that is. */
function withOpenEnd(): Buffer {
  const video = readFilmed()
  video.writeUInt32BE(0, video.length - findBytes(video, 'mdat').length)
  return video
}

/** The same video in fragments of a second, as recorders of browsers and of cameras write it. */
export async function makeFragments(): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 }),
    target,
  })
  const input = new Input({ formats: [MP4], source: new BufferSource(readFilmed()) })
  await (await Conversion.init({ input, output, showWarnings: false })).execute()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
