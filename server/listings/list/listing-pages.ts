import { type Kysely, sql } from 'kysely'
import { getListings, listListings } from '#server/listings/changes/listing-repository.ts'
import { listNewestPositions, listPositions } from '#server/platform/database/page-query.ts'
import { getRevision, toRevisionToken, toTag } from '#server/platform/database/revision.ts'
import { countAllListings, listListingTotals } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import type { PageRequest, PageRules } from '#server/platform/http/calls/page-request.ts'
import { LISTING_STATUSES, type ListingStatus } from '#src/domain/listing/listing.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { findChanges } from './listing-delta-service.ts'
import { toWireListing } from './listing-wire.ts'

export const LISTING_PAGES: PageRules = {
  orders: {
    createdAt: { column: 'created_at', isNullable: false },
    price: { column: 'price_paise', isNullable: true },
    name: { column: 'name', isNullable: true },
  },
  filters: { status: LISTING_STATUSES, saleType: ['Sell', 'Rent', 'PG', 'Auction'] },
}

const WHOLE_LIST = { table: 'listings', where: sql`1 = 1` } as const

/** One page. Without a search, also the number of listings on all pages. */
export async function makeListingPage(db: Kysely<Tables>, request: PageRequest, fields: FieldSet) {
  const { limit, after, order, q, filters } = request
  const { status, saleType } = filters
  const isFiltered = status !== undefined || saleType !== undefined
  const kinds = isFiltered ? await listKinds(db, status, saleType) : null
  const positions = await listPositions(db, {
    table: 'listings',
    words: 'listing_words',
    order,
    branches: kinds?.map(ofKind) ?? [sql`1 = 1`],
    q,
    after,
    // One row more than the limit shows whether there is a next page.
    most: limit + 1,
  })
  const shown = positions.slice(0, limit)
  const last = positions.length > limit ? shown.at(-1) : undefined
  const rows = await getListings(
    db,
    shown.map(({ id }) => id),
  )
  const total = kinds
    ? kinds.reduce((sum, { listings }) => sum + listings, 0)
    : await countAllListings(db)
  const meta = {
    nextCursor: last ? request.makeCursor(last) : null,
    total: q.trim() === '' ? total : null,
  }
  return { success: true, data: rows.map((row) => toWireListing(row, fields)), meta }
}

/** The source of the whole list. With the cursor in its `meta`, clients request later changes. */
export function makeListingSource(db: Kysely<Tables>, fields: FieldSet): ListSource {
  return {
    key: `listings, ${fields}`,
    async readState() {
      const revision = await getRevision(db)
      const revisionToken = toRevisionToken(revision, fields)
      return { etag: toTag(revision, fields), meta: { cursor: revisionToken }, revisionToken }
    },
    listPositions: (range, most) => listNewestPositions(db, WHOLE_LIST, range, most),
    readRows: async (range) =>
      (await listListings(db, range)).map((row) => toWireListing(row, fields)),
    readChanges: ({ revisionToken = '' }) => findChanges(db, revisionToken, fields),
  }
}

type Kind = Awaited<ReturnType<typeof listKinds>>[number]

function listKinds(db: Kysely<Tables>, status: string | undefined, saleType: string | undefined) {
  const known = LISTING_STATUSES.find((one): one is ListingStatus => one === status)
  return listListingTotals(db, { status: known, saleType })
}

// The same expressions as in the indexes of the baseline, so that the database can use these indexes.
function ofKind(kind: Kind) {
  return sql`coalesce(status, 'pending') = ${kind.status} and sale_type = ${kind.sale_type}`
}
