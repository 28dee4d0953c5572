import * as v from 'valibot'
import { WireText } from './text.ts'

/** One entry in the history of a listing, a user or a loan application. Lists of entries are newest first. */
export const HistoryEntrySchema = v.looseObject({
  at: v.string(),
  /** The action as a label: 'Approved', 'Payment', 'PAN revealed'. */
  action: v.string(),
  from: WireText,
  to: WireText,
  /** The operator who acted; null for actions of the marketplace or a member. */
  actorId: WireText,
  /** The operator's name; null where the server does not say. */
  by: WireText,
  /** From which of the operator's devices; null for what the marketplace did itself. */
  device: WireText,
  /** Further detail, such as an amount, a plan or a listing's name. */
  detail: WireText,
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema>

/** Who did something: the id of an account, null for what no operator did, and the name where the server says it. */
export interface Actor {
  actorId: string | null
  by: string | null
}

/** The actor's name as the reader sees it; null when no operator acted. */
export function nameActor({ actorId, by }: Actor, readerId: string | undefined): string | null {
  if (actorId === null) return null
  return actorId === readerId ? 'You' : (by ?? 'Another operator')
}

/** ' by Ravi Shah', ' by you' or '', for the middle of a sentence. */
export function byActor(actor: Actor, readerId: string): string {
  const name = nameActor(actor, readerId)
  if (name === null) return ''
  return ` by ${name.replace(/^You$|^A(?=nother )/, (word) => word.toLowerCase())}`
}
