import * as v from 'valibot'
import { WireText } from './text.ts'

/** One line of what happened to a listing, a user or a loan application, newest first in a list. */
export const HistoryEntrySchema = v.looseObject({
  at: v.string(),
  /** What happened, in words: 'Approved', 'Payment', 'PAN revealed'. */
  action: v.string(),
  from: WireText,
  to: WireText,
  /** The operator who did it; null for what the marketplace or a member did. */
  actorId: WireText,
  /** The operator's name; null where the server does not say. */
  by: WireText,
  /** From which of the operator's devices; null for what the marketplace did itself. */
  device: WireText,
  /** Anything else worth reading: an amount, a plan, a listing's name. */
  detail: WireText,
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema>

/** The actor's name as the reader sees it; null when no operator acted. */
export function nameActor(
  { actorId, by }: { actorId: string | null; by: string | null },
  readerId: string | undefined,
): string | null {
  if (actorId === null) return null
  return actorId === readerId ? 'You' : (by ?? 'Another operator')
}
