import type { ListingChange } from '#src/domain/change.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'

// The decisions that one toast summarises: those confirmed while the toast is on the screen.

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

/** 'Green Villa'; '6 decisions · Green Villa, Lake View and 4 more'. */
export function namesOf(decided: readonly Pick<ListingChange, 'entityName'>[]): string {
  const names = decided.map(({ entityName }) => displayName(entityName))
  if (names.length < 2) return names.join('')
  const rest = names.length - NAMES_SHOWN
  const shown = names.slice(0, NAMES_SHOWN).join(rest > 0 ? ', ' : ' and ')
  return `${groupIndian(names.length)} decisions · ${shown}${rest > 0 ? ` and ${groupIndian(rest)} more` : ''}`
}
