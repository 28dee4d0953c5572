import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  endRestoreCheck,
  findRestore,
  removeMemberPasskeys,
  removeRestoredPasskey,
} from '#src/api/team/restore-api.ts'
import { describeTeamFailure } from '#src/features/team/use-team.ts'
import { useUserId } from '#src/session/use-session.ts'

export type RestoreAction = { kind: 'passkey'; id: string } | { kind: 'members' | 'done' }

/** The restore that no owner has dealt with, and the actions on it. Nothing is stored on the device or queued. */
export function useRestore() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'restore']
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => findRestore(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const acting = useMutation({
    mutationFn: perform,
    // Reload after a refusal too: another owner may have dealt with it.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    restore: data ?? null,
    readFailure: error && describeTeamFailure(error),
    failure: acting.error && describeTeamFailure(acting.error),
    /** The action in flight. */
    running: acting.isPending ? acting.variables : null,
    act: acting.mutate,
  }
}

function perform(action: RestoreAction): Promise<void> {
  if (action.kind === 'passkey') return removeRestoredPasskey(action.id)
  return action.kind === 'members' ? removeMemberPasskeys() : endRestoreCheck()
}
