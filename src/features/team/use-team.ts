import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { changeRole, listTeam, resetSecondFactor, setSuspension } from '#src/api/team/team-api.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { useUserId } from '#src/session/use-session.ts'

export type TeamChange =
  | { id: string; role: StaffRole }
  | { id: string; isSuspended: boolean }
  | { id: string; secondFactorAt: null }

/** The team as the server has it, and the function that changes it. Nothing is stored on the device or queued. */
export function useTeam() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'team']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listTeam(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: sendChange,
    // Reload after a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    people: data,
    readFailure: error && describeTeamFailure(error),
    changeFailure: change.error && describeTeamFailure(change.error),
    /** The id of the person whose change is in flight. */
    changingId: change.isPending ? change.variables.id : null,
    change: change.mutate,
    refetch: () => void refetch(),
  }
}

function sendChange(wanted: TeamChange): Promise<void> {
  if ('role' in wanted) return changeRole(wanted.id, wanted.role)
  if ('isSuspended' in wanted) return setSuspension(wanted.id, wanted.isSuspended)
  return resetSecondFactor(wanted.id)
}

/** @throws the error if it is not an ApiError */
export function describeTeamFailure(error: Error): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. The team can be seen and changed only online.'
}
