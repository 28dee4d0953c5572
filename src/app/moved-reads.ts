import type { QueryClient } from '@tanstack/react-query'
import type { ChangeOutcome, ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import {
  EVENTS_READ,
  LISTING_READS,
  OWN_LISTINGS_READ,
  savedReadKey,
} from '#src/query-cache/saved-read-key.ts'

/** Refetches data that the overlay cannot update: totals after a delete, and edits by another person. */
export function refetchAfterMoves(outcomes: ChangeOutcomes, queryClient: QueryClient): void {
  outcomes.subscribe((outcome) => {
    for (const name of listMovedReads(outcome))
      void queryClient.invalidateQueries({ queryKey: savedReadKey(outcome.change.userId, name) })
  })
}

function listMovedReads({ change, result, willRetry }: ChangeOutcome): readonly string[] {
  const isElsewhere = result === 'conflict' || result === 'already-done' || result === 'done-twice'
  if (change.entity === 'event') {
    const isRefused = result === 'error-answer' && !willRetry
    return isElsewhere || isRefused ? [EVENTS_READ] : []
  }
  if (change.entity === 'posting') return result === 'done' ? [OWN_LISTINGS_READ] : []
  if (result === 'conflict') return LISTING_READS
  const isGone = change.action.kind === 'delete' && (result === 'done' || result === 'already-done')
  return isGone ? ['dashboard'] : []
}
