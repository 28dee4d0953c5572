import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getOwnDeletion,
  keepOwnAccount,
  requestOwnDeletion,
} from '#src/api/account/deletion-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import type {
  AccountDeletion,
  DeletionRequest,
  KeepAccount,
} from '#src/domain/account/account-deletion.ts'
import { useAccountRequest } from '#src/features/account/use-account-request.ts'
import { useSessionStore, useUserId } from '#src/session/use-session.ts'

/** The requested deletion of the person's account. Its date is copied to the session of this device. */
export function useDeletion() {
  const client = useQueryClient()
  const store = useSessionStore()
  const request = useAccountRequest()
  const queryKey = ['found', useUserId(), 'deletion']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const deletion = await getOwnDeletion(signal)
      keepInSession(deletion)
      return deletion
    },
    staleTime: 0,
    gcTime: 0,
  })

  function keepInSession(deletion: AccountDeletion | null): void {
    const account = store.find()?.account
    if (account) store.update({ account: { ...account, deletionDueAt: deletion?.dueAt ?? null } })
  }

  async function show(deletion: AccountDeletion | null): Promise<void> {
    // A read in flight may return the old state.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, deletion)
    keepInSession(deletion)
  }

  return {
    ...request,
    /** Undefined until it is loaded; null if no deletion is requested. */
    deletion: data,
    readFailure: error && describeOnlineFailure(error),
    refetch: () => void refetch(),
    start: (wanted: DeletionRequest) =>
      void request.send(async () => show(await requestOwnDeletion(wanted))),
    keep: (kept: KeepAccount) =>
      void request.send(async () => {
        await keepOwnAccount(kept)
        await show(null)
      }),
  }
}
