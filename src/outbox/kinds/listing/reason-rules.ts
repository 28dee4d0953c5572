import { type Change, isUnsent, needsPerson } from '#src/domain/change.ts'

// The reason for a rejection is a separate change, which is queued behind the rejection and discarded with it. These
// rules decide which changes of a listing belong together.

type Draft = Pick<Change, 'action'>

/**
 * The earlier changes of a record that a draft may merge with: a decision with decisions, a reason with reasons for the
 * same rejection.
 */
export function listMergeable(earlier: readonly Change[], draft: Draft): Change[] {
  const key = explainedKeyOf(draft)
  return earlier.filter((change) => explainedKeyOf(change) === key)
}

/** The reasons that a new decision removes: unsent reasons, and those that need a person. */
export function listEnded(earlier: readonly Change[], draft: Draft): Change[] {
  if (explainedKeyOf(draft) !== null) return []
  return earlier.filter(
    (change) => explainedKeyOf(change) !== null && (isUnsent(change) || needsPerson(change)),
  )
}

/** Whether a draft is a reason for a rejection that is no longer this device's last decision about the listing. */
export function isTooLate(earlier: readonly Change[], draft: Draft): boolean {
  const key = explainedKeyOf(draft)
  const decisions = earlier.filter((change) => explainedKeyOf(change) === null)
  const last = decisions.at(-1)
  if (key === null || !last) return false
  if (last.key === key) return !(last.action.kind === 'status' && last.action.to === 'rejected')
  return last.state !== 'acked' || decisions.some((one) => one.key === key)
}

/** The key of the rejection that a reason explains; null for every other action. */
export function explainedKeyOf({ action }: Pick<Change, 'action'>): string | null {
  return action.kind === 'reason' ? action.changeKey : null
}

/** The reason with the new key of the rejection that it explains. */
export function explainKey(reason: Change, changeKey: string): Change {
  const { entity, action } = reason
  if (entity !== 'listing' || action.kind !== 'reason') return reason
  return { ...reason, action: { ...action, changeKey } }
}
