import { type Kysely, sql } from 'kysely'
import { getListings, listListings } from '#server/listings/changes/listing-repository.ts'
import { toWhere } from '#server/platform/database/condition-sql.ts'
import { listNewestPositions } from '#server/platform/database/pages/newest-query.ts'
import { countRows, type PageQuery } from '#server/platform/database/pages/page-query.ts'
import { getRevision, toRevisionToken, toTag } from '#server/platform/database/revision.ts'
import { countAllListings, listListingTotals } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { makePage } from '#server/platform/http/calls/page-answer.ts'
import {
  MAX_COUNTED,
  type PageRequest,
  type PageRules,
} from '#server/platform/http/calls/page-request.ts'
import { saleTabOf } from '#src/domain/listing/listing.ts'
import { type Condition, foldValue } from '#src/domain/query/condition.ts'
import { LISTING_FIELDS } from '#src/domain/query/listing-fields.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { LISTING_SQL } from './listing-conditions.ts'
import { findChanges } from './listing-delta-service.ts'
import { toWireListing } from './listing-wire.ts'

export const LISTING_PAGES: PageRules = {
  orders: {
    createdAt: { column: 'created_at', isNullable: false },
    price: { column: 'price_key', isNullable: true },
    name: { column: 'name_key', isNullable: true },
    dueAt: { column: 'due_at', isNullable: true },
  },
  fields: LISTING_FIELDS,
  filters: { saleType: ['Sell', 'Rent', 'PG', 'Auction'] },
  others: ['since', 'share'],
  isTwoWay: true,
}

const WHOLE_LIST = { table: 'listings', where: sql`1 = 1` } as const

/** One page. Without a search, also the number of listings on all pages. */
export async function makeListingPage(
  db: Kysely<Tables>,
  request: PageRequest,
  { now, fields }: { now: Date; fields: FieldSet },
) {
  const choice = await chooseListings(db, request, now)
  return makePage(db, request, {
    choice,
    count: () => countChosenListings(db, choice),
    async read(positions) {
      const ids = positions.map(({ id }) => id)
      return (await getListings(db, ids)).map((row) => toWireListing(row, fields))
    },
  })
}

export type ListingChoice = Pick<PageRequest, 'order' | 'q' | 'conditions' | 'filters'>

/** The query of a list for its pages, without the place where a page begins. */
export async function chooseListings(db: Kysely<Tables>, request: ListingChoice, now: Date) {
  const { order, q, conditions, filters } = request
  const rest = conditions.filter(({ name }) => !OF_KIND.has(name))
  const kinds = await listKinds(db, conditions, filters['saleType'])
  return {
    table: 'listings',
    words: 'listing_words',
    order,
    branches: kinds?.map(ofKind) ?? [sql`1 = 1`],
    where: await toWhere(db, rest, { fields: LISTING_SQL, now }),
    q,
    kinds,
  } as const satisfies Partial<PageQuery> & { kinds: Kind[] | null }
}

/** Null for more listings than are counted one by one, `most`. */
export async function countChosenListings(
  db: Kysely<Tables>,
  choice: Awaited<ReturnType<typeof chooseListings>>,
  most = MAX_COUNTED,
): Promise<number | null> {
  if (choice.where) {
    const found = await countRows(db, choice, most + 1)
    return found > most ? null : found
  }
  return choice.kinds
    ? choice.kinds.reduce((sum, { listings }) => sum + listings, 0)
    : await countAllListings(db)
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

type Kind = Awaited<ReturnType<typeof listListingTotals>>[number]

/** The fields that all listings of one status and one sale type have in common. */
const OF_KIND: ReadonlyMap<string, (kind: Kind) => string | null> = new Map<
  string,
  (kind: Kind) => string | null
>([
  ['status', ({ status }) => status],
  ['tab', ({ sale_type: saleType }) => saleTabOf({ saleType })],
  ['deal', ({ sale_type }) => foldValue(sale_type)],
])

/** The kinds of listings, for each of which there is an index in every order; null for all of them. */
async function listKinds(
  db: Kysely<Tables>,
  conditions: readonly Condition[],
  saleType: string | undefined,
): Promise<Kind[] | null> {
  const ofKinds = conditions.filter(({ name }) => OF_KIND.has(name))
  if (ofKinds.length === 0 && saleType === undefined) return null
  return (await listListingTotals(db, { saleType })).filter((kind) =>
    ofKinds.every((condition) => {
      const value = OF_KIND.get(condition.name)?.(kind)
      return condition.kind === 'text' && condition.values.map(foldValue).includes(value ?? '')
    }),
  )
}

// The same expressions as in the indexes of the baseline, so that the database can use these indexes.
function ofKind(kind: Kind) {
  return sql`coalesce(status, 'pending') = ${kind.status} and sale_type = ${kind.sale_type}`
}
