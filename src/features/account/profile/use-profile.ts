import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeProfile, getProfile } from '#src/api/account/own-account-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import type { Profile, ProfileChange } from '#src/domain/account/own-account.ts'
import { useSessionStore, useUserId } from '#src/session/use-session.ts'

/** The person's account as the server has it. Its name and e-mail address are copied to the session of this device. */
export function useProfile() {
  const client = useQueryClient()
  const store = useSessionStore()
  const queryKey = ['found', useUserId(), 'profile']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const profile = await getProfile(signal)
      keepInSession(profile)
      return profile
    },
    staleTime: 0,
    gcTime: 0,
  })

  function keepInSession({ fullName, email }: Profile): void {
    const account = store.find()?.account
    if (account) store.update({ account: { ...account, fullName, email } })
  }

  return {
    profile: data,
    readFailure: error && describeOnlineFailure(error),
    refetch: () => void refetch(),
    /** @throws ApiError */
    async change(change: ProfileChange): Promise<void> {
      const profile = await changeProfile(change)
      // A read in flight may return the old values.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, profile)
      keepInSession(profile)
    },
  }
}
