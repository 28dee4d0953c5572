import * as v from 'valibot'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import { recordWith, WireAddress, WireCount } from '#server/platform/http/calls/wire-values.ts'
import {
  largestUrl,
  MEDIA_KINDS,
  PHOTO_SIDES_PX,
  photoUrl,
} from '#src/domain/media/media-limits.ts'

const MediaId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

export const ListingMediaWireSchema = recordWith('ListingMedia', {
  id: MediaId,
  kind: v.picklist(MEDIA_KINDS),
  url: v.pipe(
    WireAddress,
    v.description('The video, or the largest version of the photo in WebP.'),
  ),
  smallUrl: v.pipe(
    v.nullable(WireAddress),
    v.description('Of a photo, 320 pixels; 800.webp and the JPEGs beside it are there too.'),
  ),
  width: WireCount,
  height: WireCount,
  durationMs: v.nullable(WireCount),
  thumbhash: v.pipe(
    v.nullable(v.string()),
    v.description('Preview of a photo (thumbhash), base64.'),
  ),
})
export type ListingMediaWire = v.InferInput<typeof ListingMediaWireSchema>

const [SMALL_PX] = PHOTO_SIDES_PX

export function toWireMedia({ id, kind, width, height, ...row }: MediaRow): ListingMediaWire {
  return {
    id,
    kind,
    url: largestUrl(kind, id),
    smallUrl: kind === 'video' ? null : photoUrl(id, SMALL_PX),
    width,
    height,
    durationMs: row.duration_ms,
    thumbhash: row.thumbhash,
  }
}

export const LISTING_MEDIA_EXAMPLE: ListingMediaWire = {
  id: '9f86d081884c7d659a2feaa0c55ad015',
  kind: 'photo',
  url: '/media/listings/9f86d081884c7d659a2feaa0c55ad015/1600.webp',
  smallUrl: '/media/listings/9f86d081884c7d659a2feaa0c55ad015/320.webp',
  width: 1600,
  height: 1200,
  durationMs: null,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
}
