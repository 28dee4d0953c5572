import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/api/team/sites-api.ts'
import type { NewApiKey } from '#src/domain/api-key.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The keys as the server has them, and the functions that create and revoke keys. No key is stored on the device. */
export function useApiKeys() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'api-keys']
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listApiKeys(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const options = {
    // Reload after a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
    gcTime: 0,
  } as const
  const creating = useMutation({ mutationFn: createApiKey, ...options })
  const revoking = useMutation({ mutationFn: revokeApiKey, ...options })
  const failed = revoking.error ?? creating.error ?? error
  return {
    keys: data,
    failure: failed && describeOnlineFailure(failed),
    /** The server's error messages for a refused new key, by field name. */
    refusedFields: creating.error instanceof ApiError ? creating.error.fields : {},
    /** The key that was just created, until the screen is left or the next key is created. */
    created: creating.data ?? null,
    isCreating: creating.isPending,
    revokingId: revoking.isPending ? revoking.variables : null,
    /** Returns whether the key was created. */
    async create(wanted: NewApiKey): Promise<boolean> {
      revoking.reset()
      return creating.mutateAsync(wanted).then(
        () => true,
        () => false, // `failure` has the error message
      )
    },
    revoke(id: string) {
      creating.reset()
      revoking.mutate(id)
    },
  }
}
