import { sql } from 'kysely'
import { wordOf } from '#server/listings/changes/listing-hint-service.ts'
import type { SqlFields } from '#server/platform/database/condition-sql.ts'
import { ANY_HINT, NO_HINT, NOBODY } from '#src/domain/query/listing-fields.ts'

const VIDEO = sql`t.video_url`
const POSTER = sql`t.poster_url`

/**
 * The fields of `LISTING_FIELDS` in the table of listings, except those that the counted kinds of listings answer: status,
 * tab and deal.
 */
export const LISTING_SQL: SqlFields = {
  user: { kind: 'ids', column: sql`t.owner_id` },
  type: { kind: 'words', table: 'listings', column: 'property_type' },
  city: { kind: 'words', table: 'listings', column: 'city' },
  pin: { kind: 'words', table: 'listings', column: 'pincode' },
  price: {
    kind: 'amount',
    paise: sql`coalesce(t.price_paise, t.rent_paise, t.starting_bid_paise)`,
  },
  age: { kind: 'age', at: sql`t.created_at` },
  due: {
    kind: 'choice',
    // Only a listing that waits for a decision has a due time.
    value: (now) => sql`case when t.due_at <= ${now} then 'overdue'
      when t.due_soon_at <= ${now} then 'due-soon' when t.due_at is not null then 'on-time' end`,
  },
  video: { kind: 'yes-no', is: () => isPlayable(VIDEO) },
  photos: { kind: 'yes-no', is: () => isPlayable(POSTER) },
  resubmitted: {
    kind: 'yes-no',
    is: () => sql`t.id in (select id from postings where resubmitted_at is not null)`,
  },
  boosted: { kind: 'yes-no', is: (now) => sql`t.boosted_until > ${now}` },
  seller: { kind: 'choice', value: () => sql`(select seller_state from postings where id = t.id)` },
  reason: { kind: 'yes-no', is: () => sql`t.id in (select listing_id from listing_reasons)` },
  'decided-by': { kind: 'ids', column: sql`t.decided_by` },
  hint: { kind: 'lookup', isOneOf: hasOneOfHints },
  assigned: { kind: 'lookup', isOneOf: isAssignedToOneOf },
}

/** Of listings whose hints were not looked for yet, nothing is known: they pass no condition about hints. */
function hasOneOfHints(values: readonly string[]) {
  const parts = values.map((value) => {
    if (value === ANY_HINT) return sql`t.hints <> ''`
    if (value === NO_HINT) return sql`t.hints = ''`
    return sql`t.hints like ${`%${wordOf(value)}%`}`
  })
  return sql`coalesce(${sql.join(parts, sql` or `)}, false)`
}

/** The few assigned listings are found by their people. Only a listing that waits for a decision is somebody's. */
function isAssignedToOneOf(values: readonly string[]) {
  const waits = sql`coalesce(t.status, 'pending') = 'pending'`
  const people = values.filter((value) => value !== NOBODY)
  const parts = [
    ...(people.length > 0
      ? [
          sql`(t.id in (select listing_id from assignments where person_id in (${sql.join(people)})) and ${waits})`,
        ]
      : []),
    ...(values.includes(NOBODY)
      ? [sql`not (t.id in (select listing_id from assignments) and ${waits})`]
      : []),
  ]
  return sql`(${sql.join(parts, sql` or `)})`
}

/** As a device reads addresses of media: https, a path of this server, or a development server on loopback. */
function isPlayable(url: typeof VIDEO) {
  const begins = (text: string) =>
    sql`substr(${url}, 1, ${sql.lit(text.length)}) = ${sql.lit(text)}`
  const hosts = ['localhost', '127.0.0.1'].flatMap((host) => [
    begins(`http://${host}/`),
    begins(`http://${host}:`),
  ])
  const isPath = sql`(${begins('/')} and not (${begins('//')}))`
  return sql`(${sql.join([isPath, begins('https://'), ...hosts], sql` or `)})`
}
