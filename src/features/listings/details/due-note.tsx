import { explainDue } from '#src/domain/due/due-time.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useReviewRules } from '#src/query-cache/use-review-rules.ts'

/** Why a waiting listing is due when it is, in one sentence. */
export function DueNote({ listing }: DueNoteProps) {
  if (listing.status !== 'pending' || !listing.dueAt) return null
  return <Explanation listing={listing} />
}

/** A part of its own, so that servers without due times are not asked for working hours. */
function Explanation({ listing }: DueNoteProps) {
  const { value } = useReviewRules()
  if (!value) return null
  return <p className="muted due-note">{explainDue(listing, value, Date.now())}</p>
}

interface DueNoteProps {
  listing: Pick<Listing, 'status' | 'waitsSince' | 'dueAt'>
}
