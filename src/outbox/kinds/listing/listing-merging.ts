import type { ListingChange } from '#src/domain/change.ts'
import { foldListingAction, isListingActionRedundant } from '#src/domain/listing/listing-change.ts'
import type { ListingChangeDraft } from '../change-draft.ts'
import type { MergeRule } from '../change-kind.ts'
import { factOf } from './listing-batches.ts'
import { explainedKeyOf, explainKey, isTooLate, listEnded, listMergeable } from './reason-rules.ts'

export const LISTING_MERGING: MergeRule<ListingChange, ListingChangeDraft> = {
  isAlreadyWanted: (pending, { from, action }) =>
    isListingActionRedundant(pending?.action ?? null, from, action),
  fold({ from }, draft) {
    const action = foldListingAction(from, draft.action)
    return action && { ...draft, action }
  },
  // A decision about one listing takes it out of its batch.
  refold: ({ batch: _, ...unsent }, { entityName, action, origin }) => ({
    ...unsent,
    entityName,
    action,
    origin,
  }),
  // Only the last change of a listing can be the stuck one.
  listResolvable: (earlier) => earlier.slice(-1),
  foldStuck: (_, draft) =>
    isListingActionRedundant(null, draft.from, draft.action) ? null : draft,
  insist(change) {
    const { conflict } = change
    return (
      conflict && {
        ...change,
        from: conflict.status ?? change.from,
        baseVersion: conflict.version,
      }
    )
  },
  /** Raises the base version: the operator's own last change must not cause a conflict. */
  onOwnVersion(draft, { ackedVersion: own }) {
    if (own === null || draft.baseVersion === null || draft.baseVersion >= own) return draft
    return { ...draft, baseVersion: own }
  },
  companions: { listMergeable, listEnded, isTooLate, follow: explainKey },
  /** The reason of a rejection. */
  listMeaningless: (all, given) => all.filter((one) => explainedKeyOf(one) === given.key),
  /** Undo of the next decision restores the status before the discarded one. */
  afterDiscarded: (next, discarded) =>
    discarded.entity === 'listing' ? { ...next, from: discarded.from } : null,
  factOf,
  isOfRecordOnly: true,
  rebase(change, acked, { version }) {
    const isBehind = change.entityId === acked.entityId && change.seq > acked.seq
    const isVersioned = version !== null && change.baseVersion !== null
    return isBehind && isVersioned && change.state === 'waiting'
      ? { ...change, baseVersion: version }
      : change
  },
}
