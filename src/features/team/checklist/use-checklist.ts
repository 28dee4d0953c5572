import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { replaceChecklist } from '#src/api/team/review-rules-api.ts'
import type { ChecklistItem } from '#src/domain/visit/checklist.ts'
import { useRules } from '#src/features/team/hours/use-hours.ts'
import { describeTeamFailure } from '#src/features/team/use-team.ts'

/** The server's checklist of visits, and a function that replaces it. Both need a network. */
export function useChecklist() {
  const client = useQueryClient()
  const { queryKey, data } = useRules()
  const change = useMutation({
    mutationFn: ({ next, version }: { next: readonly ChecklistItem[]; version: string }) =>
      replaceChecklist(next, version),
    // Reload after a refusal too: another owner may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  return {
    checklist: data?.checklist,
    isSaving: change.isPending,
    failure: change.error && describeTeamFailure(change.error),
    /** Returns whether the server stored the list. */
    async replace(next: readonly ChecklistItem[]): Promise<boolean> {
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
