// Single-use links to set a password: invitations and resets. The token is in the fragment of the
// URL, which browsers send to no server and in no Referer. Opening a link changes nothing, so a
// mail scanner that follows it cannot use it up. Submitting the form uses the link up, in the transaction
// that sets the password. A new link ends the earlier one.

import type { Kysely } from 'kysely'
import {
  endLink,
  endLinksTo,
  findLink,
  insertLink,
  removeLinksEndedBy,
  revokeAllLinks,
} from '#server/accounts/people/link-repository.ts'
import { hashToken, makeToken } from '#server/accounts/sessions/random-token.ts'
import type { LinkRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { ENDED_LINK_DAYS, INVITATION_HOURS, RESET_MINUTES } from '#src/domain/retention.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LIFETIME_MS: Readonly<Record<LinkRow['kind'], number>> = {
  invitation: INVITATION_HOURS * HOUR_MS,
  reset: RESET_MINUTES * MINUTE_MS,
}

// Must match src/config/paths.ts.
const PATHS = { invitation: '/account/join', reset: '/account/reset' } as const
const FORGOT_PATH = '/account/forgot'

/** Creates a link that ends all earlier ones of its kind for the account. Returns the token. */
export async function writeLink(
  trx: Kysely<Tables>,
  {
    now,
    ...about
  }: Pick<LinkRow, 'kind' | 'account_id' | 'email' | 'role' | 'invited_by'> & { now: Date },
): Promise<string> {
  const token = makeToken()
  const at = now.toISOString()
  const to = { kind: about.kind, accountId: about.account_id }
  await endLinksTo(trx, to, { reason: 'replaced', now: at })
  await insertLink(trx, {
    ...about,
    token_hash: hashToken(token),
    created_at: at,
    expires_at: new Date(now.getTime() + LIFETIME_MS[about.kind]).toISOString(),
    ended_at: null,
    end_reason: null,
  })
  return token
}

/** The URL that opens a link's form. */
export function makeLinkUrl(publicUrl: string, kind: LinkRow['kind'], token: string): string {
  return new URL(`${PATHS[kind]}#${token}`, publicUrl).href
}

/** The URL of the page on which people request a password reset. */
export function makeForgotUrl(publicUrl: string): string {
  return new URL(FORGOT_PATH, publicUrl).href
}

/** Returns a link without using it up. @throws ServerError 404 or 410 when it cannot be used */
export async function getLink(
  db: Kysely<Tables>,
  { kind, token, now }: { kind: LinkRow['kind']; token: string; now: Date },
): Promise<LinkRow> {
  const link = await findLink(db, kind, hashToken(token))
  if (!link) throw unknownLink()
  const refusal = findRefusal(link, now)
  if (refusal) throw refusal
  return link
}

/** Uses a link up. Call it in the transaction that sets the password. @throws ServerError 404 or 410 */
export async function consumeLink(
  trx: Kysely<Tables>,
  order: { kind: LinkRow['kind']; token: string; now: Date },
): Promise<LinkRow> {
  const link = await getLink(trx, order)
  const now = order.now.toISOString()
  if (!(await endLink(trx, link.token_hash, { reason: 'used', now }))) throw usedLink(link.kind)
  return link
}

/** Revokes the links of all accounts. */
export async function revokeEveryLink(db: Kysely<Tables>, now: Date): Promise<void> {
  await revokeAllLinks(db, now.toISOString())
}

export async function removeEndedLinks(db: Kysely<Tables>, now: Date): Promise<void> {
  await removeLinksEndedBy(db, new Date(now.getTime() - ENDED_LINK_DAYS * DAY_MS).toISOString())
}

function findRefusal(
  { kind, end_reason: reason, expires_at: expiresAt }: LinkRow,
  now: Date,
): ServerError | null {
  if (reason === 'used') return usedLink(kind)
  if (reason === 'replaced') return ended('A newer link was sent. Open the newest one.')
  if (reason === 'revoked') return ended(REVOKED[kind])
  if (expiresAt > now.toISOString()) return null
  return new ServerError(410, 'link-expired', `This link has expired. ${NEXT[kind]}`)
}

/** How to get a new link. */
const NEXT: Readonly<Record<LinkRow['kind'], string>> = {
  invitation: 'Ask for a new invitation.',
  reset: 'Ask for a new one.',
}
const REVOKED: Readonly<Record<LinkRow['kind'], string>> = {
  invitation: 'This invitation was revoked. Ask the owner.',
  reset: 'This link is no longer valid. Ask for a new one.',
}

function usedLink(kind: LinkRow['kind']): ServerError {
  const next = kind === 'invitation' ? 'Sign in with your password.' : NEXT.reset
  return new ServerError(410, 'link-used', `This link was used already. ${next}`)
}

function ended(sentence: string): ServerError {
  return new ServerError(410, 'link-ended', sentence)
}

function unknownLink(): ServerError {
  const sentence = 'This link is not valid. Open the whole link from the e-mail.'
  return new ServerError(404, 'link-unknown', sentence)
}
