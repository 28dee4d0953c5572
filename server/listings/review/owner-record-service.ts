import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

export interface OwnerRecord {
  listings: number
  /** How many of the owner's listings were ever approved, and rejected. */
  approved: number
  rejected: number
  memberSince: string | null
}

/**
 * What a reviewer knows about the owner of a listing. The decisions are counted in the audit log, without those that an
 * operator set back to pending: an undone mistake is not part of anybody's record.
 */
export async function describeOwner(db: Kysely<Tables>, ownerId: string): Promise<OwnerRecord> {
  const { listings } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.countAll<number>().as('listings'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const changes = db
    .selectFrom('listings')
    .innerJoin('audit_log', 'audit_log.entity_id', 'listings.id')
    .select(['listings.id', 'audit_log.to_value as status'])
    .select(({ fn }) => [
      fn
        .agg<string>('lead', ['audit_log.to_value'])
        .over((over) => over.partitionBy('listings.id').orderBy('audit_log.id'))
        .as('next'),
      fn
        .agg<string>('lead', ['audit_log.actor_id'])
        .over((over) => over.partitionBy('listings.id').orderBy('audit_log.id'))
        .as('nextBy'),
    ])
    .where('listings.owner_id', '=', ownerId)
    .where('audit_log.entity', '=', 'listing')
    .where('audit_log.action', '=', 'status')
  const decided = await db
    .selectFrom(changes.as('changes'))
    .select('status')
    .select(({ fn }) => fn.count<number>('id').distinct().as('listings'))
    .where('status', 'in', ['approved', 'rejected'])
    .where(({ or, eb }) =>
      or([eb('next', 'is', null), eb('next', '<>', 'pending'), eb('nextBy', '=', ownerId)]),
    )
    .groupBy('status')
    .execute()
  const countOf = (status: string) =>
    Number(decided.find((row) => row.status === status)?.listings ?? 0)
  const owner = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return {
    listings: Number(listings),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
    memberSince: owner?.created_at ?? null,
  }
}
