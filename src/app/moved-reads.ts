import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '#src/domain/change.ts'
import type { ChangeOutcome, ChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import {
  EVENTS_READ,
  LISTING_READS,
  NOTES_READS,
  OWN_LISTINGS_READ,
  savedReadKey,
} from '#src/query-cache/saved-read-key.ts'

/** Refetches data that the overlay cannot update: totals after a delete, and edits by another person. */
export function refetchAfterMoves(outcomes: ChangeOutcomes, queryClient: QueryClient): void {
  outcomes.subscribe((outcome) => {
    for (const name of MOVED_READS[outcome.change.entity](outcome))
      void queryClient.invalidateQueries({ queryKey: savedReadKey(outcome.change.userId, name) })
  })
}

const MOVED_READS: Readonly<
  Record<Change['entity'], (outcome: ChangeOutcome) => readonly string[]>
> = {
  listing({ change, result }) {
    if (result === 'conflict') return LISTING_READS
    const isGone =
      change.action.kind === 'delete' && (result === 'done' || result === 'already-done')
    return isGone ? ['dashboard'] : []
  },
  event({ result, willRetry }) {
    const isRefused = result === 'error-answer' && !willRetry
    return isRefused || ELSEWHERE.has(result) ? [EVENTS_READ] : []
  },
  posting: ({ result }) => (result === 'done' ? [OWN_LISTINGS_READ] : []),
  // The server has the time and the name.
  note: ({ change, willRetry }) =>
    change.entity === 'note' && !willRetry ? [NOTES_READS[change.about.kind]] : [],
  // The history is read when it is opened.
  contact: () => [],
  visit: () => [],
}

const ELSEWHERE: ReadonlySet<ChangeOutcome['result']> = new Set([
  'conflict',
  'already-done',
  'done-twice',
])
