import type { Change } from '#src/domain/change.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'

/** A larger number of decisions is taken back only after a confirmation. */
export const TAKEN_BACK_UNASKED = 5 // as many names as fit into the confirmation and into a person's memory

/**
 * Takes decisions back, the given order first. Reports those that stand: they could not be stored, or are on their way
 * already. Those that were sent are announced once the server has confirmed their inverse. Returns whether none stands.
 */
export async function takeBackAll(
  outbox: Pick<Outbox, 'undo'>,
  changes: readonly Change[],
): Promise<boolean> {
  let done = 0
  let isTrouble = false
  for (const change of changes) {
    try {
      if (await outbox.undo(change)) done += 1
    } catch (error) {
      isTrouble = true
      console.error('A decision could not be undone.', error)
    }
  }
  const standing = changes.length - done
  if (standing === 0) return true
  showToast({
    tone: isTrouble ? 'error' : 'info',
    message: standingMessage(standing, changes.length),
  })
  return false
}

function standingMessage(standing: number, total: number): string {
  if (total === 1) return 'This could not be undone. The decision stands.'
  return `${groupIndian(standing)} of ${groupIndian(total)} could not be undone. ${standing === 1 ? 'That decision stands' : 'Those decisions stand'}.`
}
