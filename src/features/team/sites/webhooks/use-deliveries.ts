import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { listDeliveries, replayDelivery } from '#src/api/team/webhooks-api.ts'
import { useUserId } from '#src/session/use-session.ts'

/** A page of a webhook's log, and a function that sends an event of the log again. */
export function useDeliveries(webhookId: string) {
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | null>(null)
  // Begins with the key of the list of webhooks, so that an action on a webhook reloads the list and the log.
  const queryKey = ['found', useUserId(), 'webhooks', webhookId]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...queryKey, cursor],
    queryFn: ({ signal }) => listDeliveries(webhookId, cursor, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const replaying = useMutation({
    mutationFn: replayDelivery,
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
    gcTime: 0,
  })
  const failed = replaying.error ?? error
  const next = data?.nextCursor ?? null
  return {
    deliveries: data?.deliveries,
    failure: failed && describeOnlineFailure(failed),
    isFetching,
    replayingId: replaying.isPending ? replaying.variables : null,
    replay: (id: string) => replaying.mutate(id),
    refresh: () => void refetch(),
    /** Null on the last page. */
    showOlder: next === null ? null : () => setCursor(next),
    /** Null on the first page. */
    showNewest: cursor === null ? null : () => setCursor(null),
  }
}
