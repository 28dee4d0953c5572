// Imports listings of a business, from a call of its site or from the rows of its file. The business's own reference
// identifies a listing. An import may be repeated: a listing that already has the sent content is unchanged.

import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { ImportMediaRow } from '#server/platform/database/rows/import-rows.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import type { ImportItem } from '#src/domain/import/import-item.ts'
import {
  findRepeated,
  type ItemResult,
  type ReadItem,
  readItem,
  referenceOf,
  refuse,
  refuseRepeated,
} from './import-item-reading.ts'
import {
  type ImportedMedia,
  MAX_WAITING,
  planListing,
  readImportedMedia,
  storePlan,
  toMediaResult,
} from './import-media-service.ts'
import {
  findPostings,
  type ImportOutcome,
  importAgain,
  importNew,
  listPostingMediaIds,
  type PostingImport,
} from './item-import-service.ts'

const AT_ONCE = 50 // items per transaction: other writers wait a tenth of a second

export interface ListingImport {
  ownerId: string
  /** The account that imports, and the device used. */
  by: Pick<Session, 'userId' | 'deviceLabel'>
  now: Date
}

/** Imports each valid item. Returns a result for every item, in the same order. */
export async function importListings(
  write: Write,
  items: readonly unknown[],
  order: ListingImport,
): Promise<ItemResult[]> {
  const all = items.map(readItem)
  const read = refuseRepeated(all, findRepeated(all.map(referenceOf)))
  const results: ItemResult[] = []
  for (let start = 0; start < read.length; start += AT_ONCE) {
    const some = read.slice(start, start + AT_ONCE)
    results.push(...(await write((trx) => importRead(trx, some, order))))
    await setImmediate() // other requests run, and libsql frees its statements
  }
  return results
}

/** Imports parsed items in the caller's transaction. @throws ServerError 403 unless the owner is verified */
export async function importRead(
  trx: Kysely<Tables>,
  read: readonly ReadItem[],
  { ownerId, by, now }: ListingImport,
): Promise<ItemResult[]> {
  await requireVerifiedAccount(trx, ownerId)
  const order = { ownerId, by, now }
  const references = read.flatMap((one) => ('item' in one ? [one.item.reference] : []))
  const ids = await findListingIds(trx, ownerId, references)
  const postings = await findPostings(trx, [...ids.values()])
  const media = await readImportedMedia(trx, ownerId, [...ids.values()])
  const results: ItemResult[] = []
  for (const one of read) {
    if ('refused' in one) {
      results.push(one.refused)
      continue
    }
    const { reference } = one.item
    const id = ids.get(reference)
    const known = id === undefined ? null : { posting: postings.get(id) ?? null }
    const outcome = await importOne(trx, one, { known, media }, order)
    results.push(toResult(reference, outcome))
  }
  return results
}

/** The ids of the listings that a business has imported under these references, by reference. */
async function findListingIds(
  db: Kysely<Tables>,
  ownerId: string,
  references: readonly string[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_listings')
    .select(['reference', 'listing_id'])
    .where('owner_id', '=', ownerId)
    .where('reference', 'in', references)
    .execute()
  return new Map(rows.map((row) => [row.reference, row.listing_id]))
}

type ItemOutcome = ImportOutcome & { rows?: readonly ImportMediaRow[] }

async function importOne(
  trx: Kysely<Tables>,
  { item, wanted }: Extract<ReadItem, { item: ImportItem }>,
  { known, media }: { known: { posting: PostingRow | null } | null; media: ImportedMedia },
  order: PostingImport,
): Promise<ItemOutcome> {
  const { reference, photos: _, video: __, ...fields } = item
  if (known && !known.posting) return { result: 'refused', flaws: DELETED }
  const posting = known?.posting ?? null
  const id = posting?.id ?? makeRecordId(order.now)
  const before = media.before.get(id) ?? []
  const body = posting ? listPostingMediaIds(posting) : []
  const listing = { id, ownerId: order.ownerId, body }
  const plan = await planListing(trx, listing, { before, wanted }, order.now)
  if (plan.added > media.room) return { result: 'refused', flaws: { media: NO_ROOM } }
  const sent = { draft: { ...fields, media: plan.media }, isWaiting: plan.isWaiting }
  const outcome = posting
    ? await importAgain(trx, posting, sent, order)
    : await importNew(trx, id, sent, order)
  if (outcome.result === 'refused') return outcome
  media.room -= plan.added
  if (outcome.result === 'created')
    await trx
      .insertInto('imported_listings')
      .values({ owner_id: order.ownerId, reference, listing_id: id })
      .execute()
  await storePlan(trx, listing, { before, rows: plan.rows }, order.now)
  const isUpdated = outcome.result === 'unchanged' && plan.isExtended
  return { result: isUpdated ? 'updated' : outcome.result, rows: plan.rows }
}

const NO_ROOM = `${MAX_WAITING.toLocaleString('en-IN')} photos of this business are awaited already. Send this listing again in two hours.`
const DELETED = 'This listing was deleted here, and does not come back under the same reference.'

function toResult(reference: string, outcome: ItemOutcome): ItemResult {
  if (outcome.result !== 'refused') {
    const media = toMediaResult(outcome.rows ?? [])
    return { reference, result: outcome.result, errors: [], ...(media && { media }) }
  }
  const { flaws } = outcome
  const errors = typeof flaws === 'string' ? { listing: flaws } : flaws
  return refuse(reference, new Map(Object.entries(errors)))
}
