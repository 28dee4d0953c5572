import { useQuery } from '@tanstack/react-query'
import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { SubmissionPart } from './submission-view.tsx'

/** A part of the owner's submission. Online only, like the history. Shows nothing for a listing without a submission. */
export function OwnerSubmission({ listingId, part }: OwnerSubmissionProps) {
  const { data } = useQuery({
    queryKey: ['history', 'submission', listingId],
    queryFn: ({ signal }) => readSubmission(listingId, signal),
    staleTime: 0,
    gcTime: 0,
  })
  // A reviewer must not decide in the belief that there are no photos.
  if (data === 'unread' && part === 'changes') return null
  if (data === 'unread')
    return <p className="muted">The owner's photos and the checks did not load.</p>
  return data && <data.View {...data.submission} part={part} />
}

interface OwnerSubmissionProps {
  listingId: string
  part: SubmissionPart
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
