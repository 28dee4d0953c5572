import { useQuery } from '@tanstack/react-query'
import { useUserId } from '#src/session/use-session.ts'
import { useLeaveQuestion } from '#src/ui/use-leave-question.ts'
import { countOpenLinks, type InvitationLinks, invitationLinksQuery } from './invitation-links.ts'

/** The one-time links that this page holds. */
export function useInvitationLinks(): InvitationLinks {
  return useQuery(invitationLinksQuery(useUserId())).data ?? NONE
}

const NONE: InvitationLinks = {}

/** While the page holds links that can still be used, the browser asks before it closes or reloads the page. */
export function useLinkGuard(): void {
  const links = useInvitationLinks()
  useLeaveQuestion(Object.keys(links).length > 0, () => countOpenLinks(links, Date.now()) > 0)
}
