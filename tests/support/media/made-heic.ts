import { box } from '#tests/server/listings/uploads/made-videos.ts'

// HEIC photos like those of an iPhone: a grid of tiles in HEVC, turned and mirrored by properties (ISO/IEC 23008-12).

/** The pictures of a grid, all encoded with the same settings. */
export interface HeicTiles {
  /** The width and the height of each. */
  px: number
  /** The content of the box `hvcC`. */
  config: Buffer
  pictures: readonly Buffer[]
}

/** From an encoder. */
const CONFIG =
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA=='
const RED = 'AAAAGigBrwngIzaiP//8MPD//rHPof6aEhBT/xY+'
const BLUE = 'AAAAGigBrwngITl1X//+v1/vf8Epn/+m3R0HMPX4'

export const RED_AND_BLUE: HeicTiles = {
  px: 64,
  config: Buffer.from(CONFIG, 'base64'),
  pictures: [Buffer.from(RED, 'base64'), Buffer.from(BLUE, 'base64')],
}

/** With bytes that are no picture in the place of the last one. */
export const withDamage = (tiles: HeicTiles): HeicTiles => ({
  ...tiles,
  pictures: [...tiles.pictures.slice(0, -1), Buffer.alloc(30, 1)],
})

const u8 = (...numbers: number[]) => Buffer.from(numbers)
const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer).swap16()
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()
const full = (type: string, version: number, ...content: Buffer[]) =>
  box(type, u8(version, 0, 0, 0), ...content)

export interface HeicShape {
  /** In reading order. By default a red one and a blue one to its right. */
  tiles?: HeicTiles
  columns?: number
  /** Turns to the left, of 90 degrees each. */
  turns?: 0 | 1 | 2 | 3
  /** Left becomes right, after the turns. */
  isMirrored?: boolean
  /** The size that the file claims; by default that of its tiles. */
  claimedPx?: readonly [width: number, height: number]
  /** The middle of the photo that is shown (`clap`), before the turns; by default all of it. */
  shownPx?: readonly [width: number, height: number] | undefined
}

export function makeHeic({
  tiles = RED_AND_BLUE,
  columns = 2,
  turns = 0,
  isMirrored = false,
  claimedPx,
  shownPx,
}: HeicShape = {}) {
  const { px, config, pictures } = tiles
  const rows = pictures.length / columns
  const [width, height] = claimedPx ?? [columns * px, rows * px]
  const gridId = pictures.length + 1
  const items = [
    ...pictures.map((data, nth) => ({ id: nth + 1, type: 'hvc1', data, properties: [1, 2] })),
    {
      id: gridId,
      type: 'grid',
      data: Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(width, height)]),
      properties: [3, ...(shownPx ? [4] : []), 5, ...(isMirrored ? [6] : [])],
    },
  ]
  const [shownWidth, shownHeight] = shownPx ?? [width, height]
  const properties = box(
    'ipco',
    box('hvcC', config),
    full('ispe', 0, u32(px, px)),
    full('ispe', 0, u32(width, height)),
    box('clap', u32(shownWidth, 1, shownHeight, 1, 0, 1, 0, 1)),
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
      full('pitm', 0, u16(gridId)),
      full('iloc', 0, u8(0x44, 0), u16(items.length), ...places),
      full(
        'iinf',
        0,
        u16(items.length),
        ...items.map(({ id, type }) => full('infe', 2, u16(id, 0), Buffer.from(`${type}\0`))),
      ),
      full(
        'iref',
        0,
        box('dimg', u16(gridId, pictures.length, ...pictures.map((_, nth) => nth + 1))),
      ),
      box('iprp', properties, assigned),
    )
  }
  const ftyp = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const meta = makeMeta(ftyp.length + makeMeta(0).length + 8)
  return Buffer.concat([ftyp, meta, box('mdat', ...items.map(({ data }) => data))])
}
