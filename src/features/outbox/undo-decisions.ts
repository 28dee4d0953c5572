import { type Change, isUnsent, type ListingChange } from '#src/domain/change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { askedOf } from '#src/outbox/reason-questions.ts'
import { showToast } from '#src/ui/toast/toast.ts'

/** A larger number of decisions is taken back only after a confirmation. */
export const TAKEN_BACK_UNASKED = 5 // as many names as fit into the confirmation and into a person's memory

/**
 * Takes decisions back, the given order first. Reports those that stand: they could not be stored, or are on their way
 * already. Those that were sent are announced once the server has confirmed their inverse. Returns whether none stands.
 */
export async function takeBackAll(
  outbox: Pick<Outbox, 'undo' | 'isGone' | 'questions'>,
  changes: readonly Change[],
): Promise<boolean> {
  let done = 0
  let gone = 0
  let isTrouble = false

  async function takeBack(some: readonly Change[], reason?: ChosenReason): Promise<void> {
    for (const change of some) {
      try {
        if (await outbox.undo(change, reason)) done += 1
        else if (await outbox.isGone(change)) gone += 1
      } catch (error) {
        isTrouble = true
        console.error('A decision could not be undone.', error)
      }
    }
  }

  const asked = changes.filter((change) => isRejectedAgain(outbox, change))
  await takeBack(changes.filter((change) => !asked.some((one) => one === change)))
  if (asked.length > 0)
    await outbox.questions.ask(asked.map(askedOf), (reason) => takeBack(asked, reason))
  const standing = changes.length - done
  if (standing === 0) return true
  showToast({
    tone: isTrouble ? 'error' : 'info',
    message: standingMessage(changes.length, standing, gone),
  })
  return false
}

/** Whether the undo rejects the listing again, for which the server requires a reason. */
function isRejectedAgain(
  { questions }: Pick<Outbox, 'questions'>,
  change: Change,
): change is ListingChange {
  if (change.entity !== 'listing' || isUnsent(change)) return false
  return questions.isNeededFor(askedOf(change), { kind: 'status', to: change.from })
}

/** `gone` of the `standing` decisions were taken back elsewhere, or lost with the device's database: these do not stand. */
function standingMessage(total: number, standing: number, gone: number): string {
  if (total === 1 && gone === 1)
    return 'There is nothing left to undo: the decision is not on this device any more.'
  if (total === 1) return 'This could not be undone. The decision stands.'
  const count = `${groupIndian(standing)} of ${groupIndian(total)} could not be undone.`
  if (gone > 0) return count
  return `${count} ${standing === 1 ? 'That decision stands' : 'Those decisions stand'}.`
}
