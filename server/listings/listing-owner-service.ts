import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

export interface OwnerRecord {
  listings: number
  /** How many of the owner's listings were ever approved, and rejected. */
  approved: number
  rejected: number
  memberSince: string | null
}

/** What a reviewer knows about the owner of a listing: the decisions are counted in the audit log. */
export async function describeOwner(db: Kysely<Tables>, ownerId: string): Promise<OwnerRecord> {
  const { listings } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.countAll<number>().as('listings'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const decided = await db
    .selectFrom('listings')
    .innerJoin('audit_log', 'audit_log.entity_id', 'listings.id')
    .select(['audit_log.to_value as status'])
    .select(({ fn }) => fn.count<number>('listings.id').distinct().as('listings'))
    .where('listings.owner_id', '=', ownerId)
    .where('audit_log.entity', '=', 'listing')
    .where('audit_log.action', '=', 'status')
    .where('audit_log.to_value', 'in', ['approved', 'rejected'])
    .groupBy('audit_log.to_value')
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
