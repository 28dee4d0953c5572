import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listDevices } from '#src/api/account/own-account-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useAccountRequest } from './use-account-request.ts'

/** Reads the signed-in person's devices from the server, and signs devices out. */
export function useDevices() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'devices']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listDevices(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { isBusy, problem, send } = useAccountRequest()
  return {
    devices: data,
    readFailure: error && describeOnlineFailure(error),
    signOutFailure: problem,
    isBusy,
    async signOut(request: () => Promise<void>): Promise<void> {
      await send(request)
      // Reload after a refusal too: the list may be out of date.
      await client.invalidateQueries({ queryKey })
    },
    refetch: () => void refetch(),
  }
}
