import { box } from '#tests/server/uploads/made-videos.ts'

// HEIC photos like those of an iPhone: a grid of tiles in HEVC, turned and mirrored by properties (ISO/IEC 23008-12).
// Upright, the left half is red and the right half is blue.

const TILE_PX = 64
/** The decoder's configuration and the pictures, from an encoder. */
const CONFIG =
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA=='
const RED = 'AAAAGigBrwngIzaiP//8MPD//rHPof6aEhBT/xY+'
const BLUE = 'AAAAGigBrwngITl1X//+v1/vf8Epn/+m3R0HMPX4'

const u8 = (...numbers: number[]) => Buffer.from(numbers)
const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer).swap16()
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()
const full = (type: string, version: number, ...content: Buffer[]) =>
  box(type, u8(version, 0, 0, 0), ...content)

export interface HeicShape {
  /** Turns to the left, of 90 degrees each. */
  turns?: 0 | 1 | 2 | 3
  /** Left becomes right. */
  isMirrored?: boolean
  /** The size that the file claims; by default that of its two tiles. */
  claimedPx?: readonly [width: number, height: number]
}

export function makeHeic({ turns = 0, isMirrored = false, claimedPx = [128, 64] }: HeicShape = {}) {
  const items = [
    { id: 1, type: 'hvc1', data: Buffer.from(RED, 'base64'), properties: [1, 2] },
    { id: 2, type: 'hvc1', data: Buffer.from(BLUE, 'base64'), properties: [1, 2] },
    {
      id: 3,
      type: 'grid',
      data: Buffer.concat([u8(0, 0, 0, 1), u16(...claimedPx)]), // one row of two tiles
      properties: [3, 4, ...(isMirrored ? [5] : [])],
    },
  ]
  const properties = box(
    'ipco',
    box('hvcC', Buffer.from(CONFIG, 'base64')),
    full('ispe', 0, u32(TILE_PX, TILE_PX)),
    full('ispe', 0, u32(...claimedPx)),
    box('irot', u8(turns)),
    box('imir', u8(1)),
  )
  const assigned = full(
    'ipma',
    0,
    u32(items.length),
    ...items.map((item) =>
      Buffer.concat([u16(item.id), u8(item.properties.length, ...item.properties)]),
    ),
  )
  const makeMeta = (dataAt: number) => {
    let at = dataAt
    const places = items.map(({ id, data }) => {
      const place = Buffer.concat([u16(id, 0, 1), u32(at, data.length)])
      at += data.length
      return place
    })
    return full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      full('pitm', 0, u16(3)),
      full('iloc', 0, u8(0x44, 0), u16(items.length), ...places),
      full(
        'iinf',
        0,
        u16(items.length),
        ...items.map(({ id, type }) => full('infe', 2, u16(id, 0), Buffer.from(`${type}\0`))),
      ),
      full('iref', 0, box('dimg', u16(3, 2, 1, 2))),
      box('iprp', properties, assigned),
    )
  }
  const ftyp = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const meta = makeMeta(ftyp.length + makeMeta(0).length + 8)
  return Buffer.concat([ftyp, meta, box('mdat', ...items.map(({ data }) => data))])
}
