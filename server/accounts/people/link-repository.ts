import type { Kysely } from 'kysely'
import type { LinkRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

type EndReason = NonNullable<LinkRow['end_reason']>

export async function insertLink(trx: Kysely<Tables>, link: LinkRow): Promise<void> {
  await trx.insertInto('links').values(link).execute()
}

export function findLink(
  db: Kysely<Tables>,
  kind: LinkRow['kind'],
  tokenHash: string,
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Ends a link that has not ended yet. Returns false if the link has already ended. */
export async function endLink(
  trx: Kysely<Tables>,
  tokenHash: string,
  end: { reason: EndReason; now: string },
): Promise<boolean> {
  const ended = await trx
    .updateTable('links')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends all links of one kind that belong to an account. */
export async function endLinksTo(
  trx: Kysely<Tables>,
  { kind, accountId }: { kind: LinkRow['kind']; accountId: string },
  end: { reason: EndReason; now: string },
): Promise<void> {
  await trx
    .updateTable('links')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Revokes the invitations that an account sent. */
export async function revokeInvitationsBy(
  trx: Kysely<Tables>,
  accountId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable('links')
    .set({ ended_at: now, end_reason: 'revoked' })
    .where('kind', '=', 'invitation')
    .where('invited_by', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function revokeAllLinks(db: Kysely<Tables>, now: string): Promise<void> {
  await db
    .updateTable('links')
    .set({ ended_at: now, end_reason: 'revoked' })
    .where('ended_at', 'is', null)
    .execute()
}

/** Invitations that were not used, revoked or replaced, newest first. Includes expired ones. */
export function listInvitations(db: Kysely<Tables>) {
  return openInvitations(db)
    .orderBy('links.created_at', 'desc')
    .orderBy('links.account_id', 'desc')
    .execute()
}

export type OpenInvitation = Awaited<ReturnType<typeof listInvitations>>[number]

export function findInvitation(
  db: Kysely<Tables>,
  accountId: string,
): Promise<OpenInvitation | undefined> {
  return openInvitations(db).where('links.account_id', '=', accountId).executeTakeFirst()
}

export function findInvitationTo(
  db: Kysely<Tables>,
  email: string,
): Promise<OpenInvitation | undefined> {
  return openInvitations(db).where('links.email', '=', email).executeTakeFirst()
}

export async function removeLinksEndedBy(db: Kysely<Tables>, endedBy: string): Promise<void> {
  await db
    .deleteFrom('links')
    .where((eb) => eb.or([eb('expires_at', '<=', endedBy), eb('ended_at', '<=', endedBy)]))
    .execute()
}

function openInvitations(db: Kysely<Tables>) {
  return db
    .selectFrom('links')
    .leftJoin('users', 'users.id', 'links.invited_by')
    .select([
      'links.account_id as id',
      'links.email',
      'links.role',
      'users.full_name as invitedBy',
      'links.expires_at as expiresAt',
    ])
    .where('links.kind', '=', 'invitation')
    .where('links.ended_at', 'is', null)
}
