import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { changeRole, listTeam, setSuspension } from '#src/api/team-api.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { useUserId } from '#src/session/use-session.ts'

export type TeamChange = { id: string; role: StaffRole } | { id: string; isSuspended: boolean }

/** The team as the server has it, and how to change it. Nothing is stored on the device or queued: both need a network. */
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
    mutationFn: (wanted: TeamChange) =>
      'role' in wanted
        ? changeRole(wanted.id, wanted.role)
        : setSuspension(wanted.id, wanted.isSuspended),
    // After a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    people: data,
    readFailure: error && describeTeamFailure(error),
    changeFailure: change.error && describeTeamFailure(change.error),
    /** The person who is being changed. */
    changingId: change.isPending ? change.variables.id : null,
    change: change.mutate,
    refetch: () => void refetch(),
  }
}

/** @throws the error if it is not of the API */
export function describeTeamFailure(error: Error): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind !== 'no-answer') return error.serverMessage ?? 'The server refused it.'
  return 'The server cannot be reached. The team can be seen and changed only online.'
}
