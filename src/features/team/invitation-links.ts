import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Invitation, SentInvitation } from '#src/domain/team/team.ts'

// The one-time links of invitations that a server without a mail server returns, for the person to hand over. The server
// shows each only once. This page holds them in memory, never on the device: a link outlives other invitations and other
// sections, until it is used, revoked or expired, or the page is left.

/** The link of each invitation, by its id. */
export type InvitationLinks = Readonly<Record<string, { url: string; expiresAt: string }>>

export function invitationLinksQuery(userId: string) {
  return queryOptions<InvitationLinks>({
    queryKey: ['found', userId, 'invitation-links'],
    queryFn: skipToken,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY, // the server cannot show a link again
  })
}

const NONE: InvitationLinks = {}

/** Adds the link of an invitation that was sent, if it has one. A new link replaces the earlier one, which ended. */
export function keepLink(client: QueryClient, userId: string, sent: SentInvitation): void {
  const { link, invitation } = sent
  if (link === null) return
  const { id, expiresAt } = invitation
  client.setQueryData(invitationLinksQuery(userId).queryKey, (links = NONE) => ({
    ...links,
    [id]: { url: link, expiresAt },
  }))
}

/** Drops those of the links `asked` whose invitation is not open any more: it was used, revoked or left to expire. */
export function dropEndedLinks(
  client: QueryClient,
  userId: string,
  asked: InvitationLinks,
  open: readonly Invitation[],
): void {
  const ids = new Set(open.map(({ id }) => id))
  client.setQueryData(invitationLinksQuery(userId).queryKey, (links = NONE) =>
    Object.fromEntries(
      Object.entries(links).filter(([id, link]) => ids.has(id) || asked[id] !== link),
    ),
  )
}

/** The number of links that can still be used. */
export function countOpenLinks(links: InvitationLinks, now: number): number {
  return Object.values(links).filter(({ expiresAt }) => Date.parse(expiresAt) > now).length
}
