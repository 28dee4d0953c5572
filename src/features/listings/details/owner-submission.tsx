import { useQuery } from '@tanstack/react-query'
import { ApiError, loadCode } from '#src/api/api-error.ts'

/**
 * The owner's submission: the photos, and with `full` the changes since the last review and the facts that the
 * listing's own fields do not have. Online only, like the history: renders nothing if the submission cannot be read.
 */
export function OwnerSubmission({ listingId, full }: { listingId: string; full?: boolean }) {
  const { data } = useQuery({
    queryKey: ['history', 'submission', listingId],
    queryFn: ({ signal }) => readSubmission(listingId, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return data && <data.View {...data.submission} full={full} />
}

async function readSubmission(listingId: string, signal: AbortSignal) {
  try {
    const { findSubmission, SubmissionView } = await loadCode(import('./submission-view.tsx'))
    return { View: SubmissionView, submission: await findSubmission(listingId, signal) }
  } catch (error) {
    // No message here: the history below reports a missing network. A server without postings
    // answers 404.
    if (error instanceof ApiError) return null
    throw error
  }
}
