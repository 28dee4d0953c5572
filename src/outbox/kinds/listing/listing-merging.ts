import { type Change, isUnsent, type ListingChange, needsPerson } from '#src/domain/change.ts'
import type { BatchFact } from '#src/domain/listing/change-batch.ts'
import { foldListingAction, isListingActionRedundant } from '#src/domain/listing/listing-change.ts'
import type { ListingChangeDraft } from '../change-draft.ts'
import type { MergeRule } from '../change-kind.ts'

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

/** What taking a change back needs, once it has left the queue; null for a deletion, which nothing takes back. */
export function factOf(change: ListingChange): BatchFact | null {
  const { entityId, entityName, from, action, isKeyed } = change
  if (action.kind !== 'status') return null
  const version = change.ackedVersion ?? change.baseVersion
  return { entityId, entityName, from, to: action.to, version, isKeyed }
}

// The reason for a rejection is a separate change, which is queued behind the rejection and discarded with it. These
// rules decide which changes of a listing belong together.

type Draft = Pick<Change, 'action'>

/**
 * The earlier changes of a record that a draft may merge with: a decision with decisions, a reason with reasons for the
 * same rejection.
 */
function listMergeable(earlier: readonly Change[], draft: Draft): Change[] {
  const key = explainedKeyOf(draft)
  return earlier.filter((change) => explainedKeyOf(change) === key)
}

/** The reasons that a new decision removes: unsent reasons, and those that need a person. */
function listEnded(earlier: readonly Change[], draft: Draft): Change[] {
  if (explainedKeyOf(draft) !== null) return []
  return earlier.filter(
    (change) => explainedKeyOf(change) !== null && (isUnsent(change) || needsPerson(change)),
  )
}

/** Whether a draft is a reason for a rejection that is no longer this device's last decision about the listing. */
function isTooLate(earlier: readonly Change[], draft: Draft): boolean {
  const key = explainedKeyOf(draft)
  const decisions = earlier.filter((change) => explainedKeyOf(change) === null)
  const last = decisions.at(-1)
  if (key === null || !last) return false
  if (last.key === key) return !(last.action.kind === 'status' && last.action.to === 'rejected')
  return last.state !== 'acked' || decisions.some((one) => one.key === key)
}

/** The key of the rejection that a reason explains; null for every other action. */
function explainedKeyOf({ action }: Pick<Change, 'action'>): string | null {
  return action.kind === 'reason' ? action.changeKey : null
}

/** The reason with the new key of the rejection that it explains. */
function explainKey(reason: Change, changeKey: string): Change {
  const { entity, action } = reason
  if (entity !== 'listing' || action.kind !== 'reason') return reason
  return { ...reason, action: { ...action, changeKey } }
}
