import * as v from 'valibot'
import { WireText } from './text.ts'

/** A photo that was taken during a visit to a property. The team alone reads it. */
const VisitPhotoSchema = v.looseObject({
  id: v.string(),
  takenAt: v.string(),
  width: v.number(),
  height: v.number(),
})
export type VisitPhoto = v.InferOutput<typeof VisitPhotoSchema>

/** One entry in the history of a listing, a user or a loan application. Lists of entries are newest first. */
export const HistoryEntrySchema = v.looseObject({
  at: v.string(),
  /** The label of the action: 'Approved', 'Payment', 'PAN revealed'. */
  action: v.string(),
  from: WireText,
  to: WireText,
  /** The id of the operator who acted; null for actions of the marketplace or a member. */
  actorId: WireText,
  /** The operator's name; null if the server does not send it. */
  by: WireText,
  /** The operator's device; null for actions of the marketplace. */
  device: WireText,
  /** Further detail, such as an amount, a plan or a listing's name. */
  detail: WireText,
  /** Of a visit. */
  photos: v.optional(v.array(VisitPhotoSchema)),
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema>

/** The operator who acted: an account id, null if no operator acted, and the name if the server sends it. */
export interface Actor {
  actorId: string | null
  by: string | null
}

/** The actor's name for the reader: 'You' if the reader acted; null when no operator acted. */
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
