import { useQuery } from '@tanstack/react-query'
import { listDeciders } from '#src/api/team/claims-api.ts'
import { useSession } from '#src/session/use-session.ts'

/** The people to whom a listing can be handed over or assigned, read anew by each sheet that opens. Needs the network. */
export function useDeciders() {
  const readerId = useSession()?.account?.id
  return useQuery({
    queryKey: [readerId, 'deciders'], // the last part names it in the log
    queryFn: ({ signal }) => listDeciders(signal),
    gcTime: 0,
    // A person waits for the answer, and reads why it failed.
    retry: false,
  })
}
