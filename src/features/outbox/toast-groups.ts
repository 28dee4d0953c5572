import type { Change, ListingChange } from '#src/domain/change.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'

// The changes that one toast is about: those of its kind whose outcome arrived while it is on the screen. A stack of
// toasts, one for each change, would cover the next listing.

/** The toast of the conflicts; the outbox hides it once they are settled. */
export const CONFLICTS_ID = 'conflicts'

/** The changes of a toast, or what became of them, newest first, one per record. `changeOf` names the change of a row. */
export function createToastGroup<Row>(changeOf: (row: Row) => Change) {
  let rows: readonly Row[] = []
  return {
    add(row: Row): readonly Row[] {
      const { entityId } = changeOf(row)
      rows = [row, ...rows.filter((other) => changeOf(other).entityId !== entityId)]
      return rows
    },
    clear(): void {
      rows = []
    },
  }
}

/** The confirmed decisions of a toast. */
export function createDecidedListings() {
  let decided: readonly ListingChange[] = []

  return {
    /**
     * Adds a confirmed decision. Returns the decisions, newest first, one per listing. The `from` of each is the status
     * before the listing's first decision, so that Undo restores that status. A decision that restores this status
     * removes its listing from the group; if no other listing is in the group, that decision alone is returned.
     */
    add(change: ListingChange, to: ListingChange['from']): readonly ListingChange[] {
      const earlier = decided.find(({ entityId }) => entityId === change.entityId)
      const others = decided.filter((one) => one !== earlier)
      const isTakenBack = earlier?.from === to
      if (isTakenBack && others.length > 0) decided = others
      else
        decided = [earlier && !isTakenBack ? { ...change, from: earlier.from } : change, ...others]
      return decided
    },
    clear(): void {
      decided = []
    },
  }
}

const NAMES_SHOWN = 2 // as many as fit on two lines of a toast on a phone

/** 'Green Villa'; 'Green Villa and Lake View'; 'Green Villa, Lake View and 4 more'. */
export function namesOf(rows: readonly Pick<Change, 'entityName'>[]): string {
  const names = rows.map(({ entityName }) => displayName(entityName))
  const rest = names.length - NAMES_SHOWN
  const shown = names.slice(0, NAMES_SHOWN).join(rest > 0 ? ', ' : ' and ')
  return rest > 0 ? `${shown} and ${groupIndian(rest)} more` : shown
}

/** '21 decided: 16 approved, 5 rejected'; '6 approved' if all decisions are the same. */
export function countDecided(decided: readonly Pick<ListingChange, 'action'>[]): string {
  const parts = ORDER.flatMap((status) => {
    const count = decided.filter((one) => statusOf(one) === status).length
    return count > 0 ? [`${groupIndian(count)} ${DECIDED_LABELS[status]}`] : []
  })
  return parts.length === 1
    ? parts.join('')
    : `${groupIndian(decided.length)} decided: ${parts.join(', ')}`
}

const ORDER: readonly ListingStatus[] = ['approved', 'rejected', 'pending']

const DECIDED_LABELS: Record<ListingStatus, string> = {
  approved: 'approved',
  rejected: 'rejected',
  pending: 'set back to pending',
}

function statusOf({ action }: Pick<ListingChange, 'action'>): ListingStatus | null {
  return action.kind === 'status' ? action.to : null
}
