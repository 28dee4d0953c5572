import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import {
  listReasons,
  type NewReasons,
  type ReasonList,
  replaceReasons,
} from '#src/api/team/reasons-api.ts'
import { useUserId } from '#src/session/use-session.ts'
import { describeTeamFailure } from './use-team.ts'

/** The server's list of reasons, and a function that replaces it. Both need a network. */
export function useReasonList() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'reasons']
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReasonList> => {
      const answer = await listReasons({ etag: null, signal })
      // Null means a 304, which cannot happen: this request sends no ETag.
      if (!answer) throw new ApiError({ kind: 'no-answer' })
      return answer.data
    },
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: ({ next, version }: { next: NewReasons; version: string }) =>
      replaceReasons(next, version),
    // Reload after a refusal too: another person may have changed the list.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    list: data,
    readFailure: error && describeTeamFailure(error),
    changeFailure: change.error && describeTeamFailure(change.error),
    isSaving: change.isPending,
    /** Returns whether the server stored the list. */
    async replace(next: NewReasons): Promise<boolean> {
      if (!data) return false
      try {
        await change.mutateAsync({ next, version: data.version })
        return true
      } catch (failure) {
        if (failure instanceof ApiError) return false
        throw failure
      }
    },
  }
}
