import { useQuery } from '@tanstack/react-query'
import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { SubmissionFacts } from '#src/api/submission-api.ts'
import { Details } from '#src/ui/record/details.tsx'

/**
 * What changed since the last review, and what the owner says beyond the listing's own fields. Online only, like the
 * history: nothing is shown where it cannot be read.
 */
export function OwnerSubmission({ listingId }: { listingId: string }) {
  const { data } = useQuery({
    queryKey: ['history', 'submission', listingId],
    queryFn: ({ signal }) => readSubmission(listingId, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <section className="stack" aria-label="From the owner">
      <h3 className="section-title">From the owner</h3>
      <Details facts={data} />
    </section>
  )
}

async function readSubmission(
  listingId: string,
  signal: AbortSignal,
): Promise<SubmissionFacts | null> {
  try {
    const { findSubmission } = await loadCode(import('#src/api/submission-api.ts'))
    return await findSubmission(listingId, signal)
  } catch (error) {
    // The history below says that there is no network. A server without postings answers 404.
    if (error instanceof ApiError) return null
    throw error
  }
}
