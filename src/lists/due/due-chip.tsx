import { type DueState, dueLabel, dueStateOf } from '#src/domain/due/due-state.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { Badge, type Tone } from '#src/ui/layout/badge.tsx'
import { useNow } from '#src/ui/use-now.ts'

const TONES: Readonly<Record<DueState, Tone>> = {
  'on-time': 'neutral',
  'due-soon': 'accent',
  overdue: 'caution',
}

/** Whether a waiting listing is late: 'On time', 'Due soon' or 'Overdue 3 h'. Nothing for a listing without a due time. */
export function DueChip({ listing }: DueChipProps) {
  const nowMs = useNow()
  const state = dueStateOf(listing, nowMs)
  if (state === null) return null
  return <Badge tone={TONES[state]}>{dueLabel(listing, nowMs)}</Badge>
}

interface DueChipProps {
  listing: Pick<Listing, 'status' | 'dueSoonAt' | 'dueAt'>
}
