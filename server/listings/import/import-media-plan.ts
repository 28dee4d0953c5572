import { randomBytes } from 'node:crypto'
import type { ImportMediaRow } from '#server/platform/database/rows/import-rows.ts'
import { MAX_PHOTOS, MAX_VIDEOS, type MediaKind } from '#src/domain/media/media-limits.ts'

// Decides which media URLs of a listing are fetched, and which media the listing then has.

const HOUR_MS = 3_600_000
const ASK_AGAIN_MS = 20 * HOUR_MS // a failed URL is fetched again by each nightly import, but not by each hourly one

export interface WantedMedia {
  photos: readonly string[]
  video: string | null
}

export type KnownMedia = ReadonlyMap<string, MediaKind>

export interface MediaPlan {
  /** All media URLs of the listing, in the order of the site. */
  rows: ImportMediaRow[]
  /** Whether the site sent a URL that it did not send in the previous import. */
  isExtended: boolean
  /** How many of the URLs have to be fetched, or fetched again, because of this import. */
  added: number
  isWaiting: boolean
}

/**
 * Compares the URLs that the site sends with those it sent before. A URL is fetched again only if it
 * failed long enough ago, if its photo or video was deleted, or if its kind has changed.
 */
export function planMedia(
  listing: { id: string; ownerId: string },
  {
    before,
    wanted,
    known,
  }: {
    before: readonly ImportMediaRow[]
    wanted: WantedMedia
    known: KnownMedia
  },
  now: Date,
): MediaPlan {
  const earlier = new Map(before.map((row) => [row.address, row]))
  const { photos, video } = wanted
  const urls = [...new Set(photos)].map((address) => ({ address, kind: 'photo' as MediaKind }))
  if (video !== null) urls.push({ address: video, kind: 'video' })
  let added = 0
  const rows = urls.map(({ address, kind }, position) => {
    const row = earlier.get(address)
    if (row?.kind === kind && !isAskedAgain(row, known, now)) return { ...row, position }
    added += 1
    return makeRow(listing, { address, kind, position }, now)
  })
  return {
    rows,
    isExtended: urls.some(({ address }) => !earlier.has(address)),
    added,
    isWaiting: rows.some(({ state }) => state === 'waiting'),
  }
}

/**
 * The media of a listing, up to the limits: first the fetched ones in the order of the site, then the
 * business's own files. `body` has the ids of the listing's present media, `siteMedia` the ids of those
 * that were fetched from the site; all others are own files.
 */
export function composeMedia(
  rows: readonly ImportMediaRow[],
  {
    body,
    siteMedia,
    known,
  }: {
    body: readonly string[]
    siteMedia: ReadonlySet<string>
    known: KnownMedia
  },
): string[] {
  const fetched = rows.flatMap(({ state, media_id: id }) => (state === 'fetched' && id ? [id] : []))
  const room: Record<MediaKind, number> = { photo: MAX_PHOTOS, video: MAX_VIDEOS }
  return [...fetched, ...body.filter((id) => !siteMedia.has(id))].filter((id) => {
    const kind = known.get(id)
    if (kind === undefined || room[kind] === 0) return false
    room[kind] -= 1
    return true
  })
}

/** The ids of all media that were fetched from these URLs. */
export function listSiteMedia(rows: readonly ImportMediaRow[]): Set<string> {
  return new Set(rows.flatMap(({ media_id: id }) => id ?? []))
}

function isAskedAgain(row: ImportMediaRow, known: KnownMedia, now: Date): boolean {
  if (row.state === 'fetched') return row.media_id === null || !known.has(row.media_id)
  return row.state === 'failed' && Date.parse(row.asked_at) <= now.getTime() - ASK_AGAIN_MS
}

function makeRow(
  { id, ownerId }: { id: string; ownerId: string },
  place: Pick<ImportMediaRow, 'address' | 'kind' | 'position'>,
  now: Date,
): ImportMediaRow {
  return {
    ...place,
    id: randomBytes(16).toString('hex'),
    listing_id: id,
    owner_id: ownerId,
    state: 'waiting',
    asked_at: now.toISOString(),
    media_id: null,
    sentence: null,
  }
}
