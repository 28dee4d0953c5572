import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { listFailedJobs, retryJob } from '#src/api/team/failed-jobs-api.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The failed jobs as the server has them, and a function that lets the server try one again. */
export function useFailedJobs() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'failed-jobs']
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listFailedJobs(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const retrying = useMutation({
    mutationFn: retryJob,
    // Reload after a refusal too: the job may have got through meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
    gcTime: 0,
  })
  const failed = retrying.error ?? error
  return {
    jobs: data,
    failure: failed && describeOnlineFailure(failed),
    isFetching,
    retryingId: retrying.isPending ? retrying.variables : null,
    retry: (id: string) => retrying.mutate(id),
    refresh: () => void refetch(),
  }
}
