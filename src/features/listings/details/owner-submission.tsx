import { useQuery } from '@tanstack/react-query'
import { ApiError, loadCode } from '#src/api/api-error.ts'

/**
 * The owner's submission: the photos, and with `full` the changes since the last review and the facts that the
 * listing's own fields do not have. Online only, like the history. Shows nothing for a listing without a submission.
 */
export function OwnerSubmission({ listingId, full }: { listingId: string; full?: boolean }) {
  const { data } = useQuery({
    queryKey: ['history', 'submission', listingId],
    queryFn: ({ signal }) => readSubmission(listingId, signal),
    staleTime: 0,
    gcTime: 0,
  })
  // A reviewer must not decide in the belief that there are no photos.
  if (data === 'unread')
    return <p className="muted">The owner's photos and the checks did not load.</p>
  return data && <data.View {...data.submission} full={full} />
}

/** Null if the server has no submission of the listing for this person; 'unread' after any other failed call. */
async function readSubmission(listingId: string, signal: AbortSignal) {
  try {
    const { findSubmission, SubmissionView } = await loadCode(import('./submission-view.tsx'))
    return { View: SubmissionView, submission: await findSubmission(listingId, signal) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return NONE_HERE.has(error.status ?? 0) ? null : 'unread'
  }
}

const NONE_HERE = new Set([401, 403, 404])
