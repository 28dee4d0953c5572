// Listings that the site of a business sends. The site's own reference identifies a listing within
// the business. A call may be repeated: what is there already is unchanged.

import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { requireVerifiedAccount } from '#server/auth/own-account/verified-account-guard.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import type { PostingRow } from '#server/database/listing-rows.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import {
  findPostings,
  type ImportOutcome,
  importAgain,
  importNew,
  type PostingImport,
} from '#server/posting/posting-import-service.ts'
import {
  type ImportItem,
  ImportItemSchema,
  type ImportResult,
  type ItemError,
} from '#src/domain/import/import-item.ts'
import { findListingIds, insertImportedListing } from './imported-listing-repository.ts'

const AT_ONCE = 50 // per transaction: other writers wait a tenth of a second

export interface ListingImport {
  ownerId: string
  /** The account that imports, and the device used. */
  by: Pick<Session, 'userId' | 'deviceLabel'>
  now: Date
}

export interface ItemResult {
  /** Null if it could not be read. */
  reference: string | null
  result: ImportResult
  errors: ItemError[]
}

export type ReadItem = { item: ImportItem } | { refused: ItemResult }

/** Imports each valid item. Returns a result for every item, in the same order. */
export async function importListings(
  db: Kysely<Tables>,
  items: readonly unknown[],
  order: ListingImport,
): Promise<ItemResult[]> {
  const all = items.map(readItem)
  const read = refuseRepeated(all, findRepeated(all.map(referenceOf)))
  const results: ItemResult[] = []
  for (let start = 0; start < read.length; start += AT_ONCE) {
    const some = read.slice(start, start + AT_ONCE)
    results.push(...(await db.transaction().execute((trx) => importRead(trx, some, order))))
    await setImmediate() // other requests run, and libsql frees its statements
  }
  return results
}

/** Imports parsed items in the caller's transaction. @throws ServerError 403 without the account */
export async function importRead(
  trx: Kysely<Tables>,
  read: readonly ReadItem[],
  { ownerId, by, now }: ListingImport,
): Promise<ItemResult[]> {
  const { full_name: ownerName } = await requireVerifiedAccount(trx, ownerId)
  const order = { ownerId, ownerName, by, now }
  const references = read.flatMap((one) => ('item' in one ? [one.item.reference] : []))
  const ids = await findListingIds(trx, ownerId, references)
  const postings = await findPostings(trx, [...ids.values()])
  const results: ItemResult[] = []
  for (const one of read) {
    if ('refused' in one) {
      results.push(one.refused)
      continue
    }
    const { reference } = one.item
    const id = ids.get(reference)
    const known = id === undefined ? null : { posting: postings.get(id) ?? null }
    results.push(toResult(reference, await importOne(trx, one.item, known, order)))
  }
  return results
}

/** Parses an item without importing it. */
export function readItem(value: unknown): ReadItem {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  // A missing reference gets its own sentence.
  const read = v.safeParse(ImportItemSchema, isObject ? { reference: null, ...value } : value)
  if (read.success) return { item: read.output }
  const errors = new Map<string, string>()
  for (const { path, message } of read.issues) {
    const field = path ? String(path[0].key) : 'listing'
    if (!errors.has(field)) errors.set(field, sayPlainly(message, field))
  }
  return { refused: refuse(readReference(value), errors) }
}

/** Null if it could not be read. */
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

/** Refuses items with the same reference, because nobody can say which one is right. */
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

async function importOne(
  trx: Kysely<Tables>,
  item: ImportItem,
  known: { posting: PostingRow | null } | null,
  order: PostingImport,
): Promise<ImportOutcome> {
  const { reference, ...fields } = item
  const draft = { ...fields, media: [] }
  if (known && !known.posting) return { result: 'refused', flaws: DELETED }
  if (known?.posting) return importAgain(trx, known.posting, draft, order)
  const id = makeRecordId(order.now)
  const outcome = await importNew(trx, id, draft, order)
  if (outcome.result === 'created')
    await insertImportedListing(trx, { owner_id: order.ownerId, reference, listing_id: id })
  return outcome
}

const DELETED = 'This listing was deleted here, and does not come back under the same reference.'

function toResult(reference: string, outcome: ImportOutcome): ItemResult {
  if (outcome.result !== 'refused') return { reference, result: outcome.result, errors: [] }
  const { flaws } = outcome
  const errors = typeof flaws === 'string' ? { listing: flaws } : flaws
  return refuse(reference, new Map(Object.entries(errors)))
}

function refuse(reference: string | null, errors: ReadonlyMap<string, string>): ItemResult {
  const all = [...errors].map(([field, error]) => ({ field, error }))
  return { reference, result: 'refused', errors: all }
}

/** The reference of an item that is otherwise invalid; null if it is invalid too. */
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
