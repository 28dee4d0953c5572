// MP4 files in the structure that cameras write: boxes with a length, a type and content. They contain no real
// pictures, because the server reads only the metadata.

const TIMESCALE = 1000

export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const full = (type: string, ...content: Buffer[]) => box(type, Buffer.alloc(4), ...content)
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()
const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer).swap16()

export interface VideoShape {
  seconds?: number
  width?: number
  height?: number
  /** The codec of each track: H.264 video, HEVC video, or timed location data. */
  tracks?: readonly ('avc1' | 'hvc1' | 'mebx')[]
}

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Where the video was taken, in the format of Android and iOS (ISO 6709). */
export const PLACE = '+18.5167+073.8500/'

export function makeVideo({
  seconds = 12,
  width = 640,
  height = 480,
  tracks = ['avc1'],
}: VideoShape = {}): Buffer {
  const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomavc1mp42'))
  const duration = Math.round(seconds * TIMESCALE)
  const mvhd = full(
    'mvhd',
    u32(0, 0, TIMESCALE, duration, 0x10000),
    u16(0x100),
    Buffer.alloc(10),
    MATRIX,
    Buffer.alloc(24),
    u32(tracks.length + 1),
  )
  const shape = { seconds, width, height }
  const traks = tracks.map((codec, index) => makeTrack(codec, index + 1, shape))
  const notes = box('udta', box('\xa9xyz', u16(PLACE.length, 0x15c7), Buffer.from(PLACE)))
  const moov = box('moov', mvhd, ...traks, notes)
  return Buffer.concat([ftyp, moov, box('mdat', Buffer.alloc(64, 1))])
}

function makeTrack(
  codec: string,
  id: number,
  { seconds, width, height }: Required<Omit<VideoShape, 'tracks'>>,
): Buffer {
  const duration = Math.round(seconds * TIMESCALE)
  const isPictures = codec !== 'mebx'
  const tkhd = box(
    'tkhd',
    u32(3, 0, 0, id, 0, duration, 0, 0),
    u16(0, 0, 0, 0),
    MATRIX,
    u32(width * 0x10000, height * 0x10000),
  )
  const mdhd = full('mdhd', u32(0, 0, TIMESCALE, duration), u16(0x55c4, 0))
  const hdlr = full(
    'hdlr',
    u32(0),
    Buffer.from(isPictures ? 'vide' : 'meta'),
    u32(0, 0, 0),
    Buffer.alloc(1),
  )
  const stbl = box(
    'stbl',
    full(
      'stsd',
      u32(1),
      isPictures ? pictureEntry(codec, width, height) : box(codec, Buffer.alloc(8)),
    ),
    full('stts', u32(1, 2, duration / 2)),
    full('stsc', u32(1, 1, 2, 1)),
    full('stsz', u32(8, 2)),
    full('stco', u32(1, 40)),
  )
  const head = isPictures ? full('vmhd', u16(0, 0, 0, 0)) : full('nmhd')
  const dinf = box('dinf', full('dref', u32(1), box('url ', u32(1))))
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', head, dinf, stbl)))
}

function pictureEntry(codec: string, width: number, height: number): Buffer {
  const config =
    codec === 'avc1'
      ? box('avcC', Buffer.from('0142c01effe100040142c01e01000468ce3c80'.slice(0, 38), 'hex'))
      : box('hvcC', Buffer.alloc(23, 1))
  return box(
    codec,
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    config,
  )
}
