import * as v from 'valibot'
import { isMediaUrl } from '#server/platform/outbound/outbound-service.ts'
import type { RowValues } from '#src/domain/import/cell-values.ts'
import {
  type ImportItem,
  ImportItemSchema,
  type ImportResult,
  INVALID_MEDIA_URL,
  type ItemError,
} from '#src/domain/import/import-item.ts'
import type { WantedMedia } from './import-media-plan.ts'
import type { MediaResult } from './import-media-service.ts'

// Parses items, and writes an error message for each invalid field.

const MAX_CHARS = 2_000 // per normalised URL: an index entry of PostgreSQL has room for 2,700 bytes

export interface ItemResult {
  /** Null if the reference could not be read. */
  reference: string | null
  result: ImportResult
  errors: ItemError[]
  /** Present only if photos or videos are still to be fetched, or could not be fetched. */
  media?: MediaResult
}

export type ReadItem = { item: ImportItem; wanted: WantedMedia } | { refused: ItemResult }

/** Parses an item without importing it. */
export function readItem(value: unknown): ReadItem {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  // With null, a missing reference gets our error message for the field instead of the library's.
  const read = v.safeParse(ImportItemSchema, isObject ? { reference: null, ...value } : value)
  if (read.success) return checkAddresses(read.output)
  const errors = new Map<string, string>()
  for (const { path, message } of read.issues) {
    const field = path ? String(path[0].key) : 'listing'
    if (!errors.has(field)) errors.set(field, sayPlainly(message, field))
  }
  return { refused: refuse(readReference(value), errors) }
}

/** Parses a row of a file. Its cells that could not be read refuse it. */
export function readRowItem({ item, errors }: RowValues): ReadItem {
  const read = readItem(item)
  if (errors.size === 0) return read
  // The rules of unread fields would only say that they are empty.
  const others = 'refused' in read ? read.refused.errors : []
  const all = new Map(others.map(({ field, error }) => [field, error]))
  for (const [field, error] of errors) all.set(field, error)
  return { refused: refuse(referenceOf(read), all) }
}

function checkAddresses(item: ImportItem): ReadItem {
  const read = readMediaUrls(item)
  if ('wanted' in read) return { item, wanted: read.wanted }
  return { refused: { reference: item.reference, result: 'refused', errors: read.errors } }
}

/** Null if the reference could not be read. */
export function referenceOf(one: ReadItem): string | null {
  return 'item' in one ? one.item.reference : one.refused.reference
}

/** The references that occur more than once. */
export function findRepeated(references: Iterable<string | null>): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const reference of references) {
    if (reference === null) continue
    if (seen.has(reference)) repeated.add(reference)
    seen.add(reference)
  }
  return repeated
}

/** Refuses all items whose reference is in `repeated`, because it is unknown which of them is right. */
export function refuseRepeated(
  read: readonly ReadItem[],
  repeated: ReadonlySet<string>,
): ReadItem[] {
  return read.map((one) => {
    const reference = referenceOf(one)
    if (reference === null || !repeated.has(reference)) return one
    return { refused: refuse(reference, new Map([['reference', REPEATED]])) }
  })
}

const REPEATED = 'This reference is there more than once, so none of these listings was imported.'

/** The result of an item that is not imported, with one error for each field. */
export function refuse(reference: string | null, errors: ReadonlyMap<string, string>): ItemResult {
  const all = [...errors].map(([field, error]) => ({ field, error }))
  return { reference, result: 'refused', errors: all }
}

/** The reference of an invalid item; null if the reference is invalid too. */
function readReference(value: unknown): string | null {
  const read = v.safeParse(ReferenceSchema, value)
  return read.success ? read.output.reference : null
}

const ReferenceSchema = v.object({ reference: ImportItemSchema.entries.reference })

/** Replaces the library's own messages, which describe types for programmers. */
function sayPlainly(message: string, field: string): string {
  if (!message.startsWith('Invalid ')) return message
  if (field === 'listing') return 'A listing is an object with its fields.'
  const isKnown = Object.hasOwn(ImportItemSchema.entries, field)
  return isKnown ? 'This value is not valid.' : 'There is no such field.'
}

type ReadMediaUrls = { wanted: WantedMedia } | { errors: ItemError[] }

/** Normalises and checks an item's media URLs. Resolves no host, so that a dry run contacts no other server. */
function readMediaUrls({ photos, video }: ImportItem): ReadMediaUrls {
  const wanted = {
    photos: [...new Set(photos.map(normalise))],
    video: video === null ? null : normalise(video),
  }
  const errors: ItemError[] = []
  const wrong = wanted.photos.findIndex((url) => !isFetchable(url))
  if (wrong >= 0)
    errors.push({ field: 'photos', error: `Correct address ${wrong + 1}. ${INVALID_MEDIA_URL}` })
  if (wanted.video !== null && !isFetchable(wanted.video))
    errors.push({ field: 'video', error: INVALID_MEDIA_URL })
  else if (wanted.video !== null && wanted.photos.includes(wanted.video))
    errors.push({ field: 'video', error: 'This is the address of a photo, too.' })
  return errors.length > 0 ? { errors } : { wanted }
}

function isFetchable(url: string): boolean {
  return url.length <= MAX_CHARS && isMediaUrl(url)
}

function normalise(url: string): string {
  const text = url.trim()
  return URL.canParse(text) ? new URL(text).href : text
}
