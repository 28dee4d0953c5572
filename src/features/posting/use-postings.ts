import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { actOnPosting, deletePosting, listPostings } from '#src/api/posting/posting-api.ts'
import type { PostingAction } from '#src/domain/posting/posting-state.ts'
import { useUserId } from '#src/session/use-session.ts'
import { makeRecordKey } from './record-key.ts'

export interface PressedAction {
  id: string
  action: Exclude<PostingAction, 'edit' | 'submit'>
}

/** Reads the signed-in person's listings from the server, and acts on them. */
export function usePostings() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'postings']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listPostings(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const acting = useMutation({
    mutationFn: ({ id, action }: PressedAction) =>
      action === 'delete' ? deletePosting(id) : actOnPosting(id, action, makeRecordKey()),
    // After a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    list: data,
    readFailure: error && describeOnlineFailure(error),
    actionFailure: acting.error && describeOnlineFailure(acting.error),
    isBusy: acting.isPending,
    act: (pressed: PressedAction) => acting.mutate(pressed),
    refetch: () => void refetch(),
  }
}
