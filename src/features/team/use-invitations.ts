import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import {
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#src/api/team/team-api.ts'
import type { Invitation, NewInvitation, SentInvitation } from '#src/domain/team/team.ts'
import { useUserId } from '#src/session/use-session.ts'
import { dropEndedLinks, invitationLinksQuery, keepLink } from './invitation-links.ts'
import { useInvitationLinks } from './use-invitation-links.ts'
import { describeTeamFailure } from './use-team.ts'

/**
 * The pending invitations, and the functions that send and revoke them. Their links are never stored on the device: this
 * page holds them while it is open.
 */
export function useInvitations() {
  const client = useQueryClient()
  const userId = useUserId()
  const queryKey = ['found', userId, 'invitations']
  const linksQuery = invitationLinksQuery(userId)
  const links = useInvitationLinks()
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const asked = client.getQueryData(linksQuery.queryKey) ?? {}
      const open = await listInvitations(signal)
      dropEndedLinks(client, userId, asked, open)
      return open
    },
    staleTime: 0,
    gcTime: 0,
  })
  const options = {
    // Reload after a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
    gcTime: 0,
  } as const
  const sending = useMutation({
    mutationFn: (order: NewInvitation | { id: string }) =>
      'id' in order ? resendInvitation(order.id) : invite(order),
    onSuccess(sent: SentInvitation) {
      keepLink(client, userId, sent)
      // With its link, even if the list cannot be read now.
      client.setQueryData<Invitation[]>(queryKey, (open = []) => [
        ...open.filter(({ id }) => id !== sent.invitation.id),
        sent.invitation,
      ])
    },
    ...options,
  })
  const revoking = useMutation({ mutationFn: revokeInvitation, ...options })
  const failed = revoking.error ?? sending.error

  return {
    invitations: data,
    links,
    readFailure: error && describeTeamFailure(error),
    failure: failed && describeTeamFailure(failed),
    /** The server's error message for the e-mail address field. */
    emailError: failed instanceof ApiError ? (failed.fields['email'] ?? null) : null,
    sent: sending.data ?? null,
    isSending: sending.isPending,
    /** The id of the invitation that is being sent again or revoked. */
    changingId: revoking.isPending ? revoking.variables : resentId(sending),
    /** Returns whether the invitation was stored; its mail may have failed. */
    async send(order: NewInvitation | { id: string }): Promise<boolean> {
      revoking.reset()
      return sending.mutateAsync(order).then(
        () => true,
        () => false, // `failure` has the error message
      )
    },
    revoke(id: string) {
      sending.reset()
      revoking.mutate(id)
    },
  }
}

function resentId(sending: {
  isPending: boolean
  variables: NewInvitation | { id: string } | undefined
}): string | null {
  const { isPending, variables } = sending
  return isPending && variables && 'id' in variables ? variables.id : null
}
