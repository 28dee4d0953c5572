import { countNoun } from '#src/domain/money.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import type { Listing, ListingStatus } from './listing.ts'
import type { ListingDecision } from './listing-change.ts'

// What an operator can do with listings, defined once: buttons, menus, keys, the bar of a selection, the outbox's labels
// and the command palette read it from here.

export interface ListingCommand {
  id: 'approve' | 'reject' | 'set-pending' | 'delete'
  label: string
  /** The key that does it, as in `useKeys`. */
  key: string
  /** The name of its icon (src/ui/layout/command-icon.tsx). */
  icon: 'check' | 'x' | 'clock' | 'trash'
  /** What it makes of a listing. */
  decision: ListingDecision
  /** Whether a person confirms it even for one listing. For several, everything is confirmed. */
  asksForOne: boolean
  /** Whether it takes the reason of a rejection. */
  takesReason: boolean
  /** Completes "12 properties are …" and "12 …". */
  done: string
  /** What it is for many listings: 'Approve 12 properties'. */
  forMany(things: string): string
  /** `isAllowed` answers for one permission, as `useMay` and `mayDo` do. */
  may(isAllowed: (permission: Permission) => boolean): boolean
}

function statusCommand(
  to: ListingStatus,
  command: Pick<ListingCommand, 'id' | 'label' | 'key' | 'icon' | 'done'>,
): ListingCommand {
  return {
    ...command,
    decision: { kind: 'status', to },
    asksForOne: false,
    takesReason: to === 'rejected',
    forMany: (things) =>
      to === 'pending' ? `Set ${things} back to pending` : `${command.label} ${things}`,
    may: (isAllowed) => isAllowed('decide-listings'),
  }
}

export const APPROVE = statusCommand('approved', {
  id: 'approve',
  label: 'Approve',
  key: 'a',
  icon: 'check',
  done: 'approved',
})

export const REJECT = statusCommand('rejected', {
  id: 'reject',
  label: 'Reject',
  key: 'r',
  icon: 'x',
  done: 'rejected',
})

export const SET_PENDING = statusCommand('pending', {
  id: 'set-pending',
  label: 'Set back to pending',
  key: 'p',
  icon: 'clock',
  done: 'set back to pending',
})

export const DELETE_LISTING: ListingCommand = {
  id: 'delete',
  label: 'Delete',
  key: 'Delete',
  icon: 'trash',
  decision: { kind: 'delete' },
  asksForOne: true,
  takesReason: false,
  done: 'deleted',
  forMany: (things) => `Delete ${things}`,
  may: (isAllowed) => isAllowed('delete-listings'),
}

/** All commands, in the order in which they are offered. */
export const LISTING_COMMANDS: readonly ListingCommand[] = [
  APPROVE,
  REJECT,
  SET_PENDING,
  DELETE_LISTING,
]

/** The command that sets this status. */
export function commandFor(status: ListingStatus): ListingCommand {
  if (status === 'approved') return APPROVE
  return status === 'rejected' ? REJECT : SET_PENDING
}

/** The command of a decision that is stored or waits. */
export function commandOf(decision: ListingDecision): ListingCommand {
  return decision.kind === 'delete' ? DELETE_LISTING : commandFor(decision.to)
}

/** '1 property', '1,240 properties'. */
export function countProperties(count: number): string {
  return countNoun(count, 'property', 'properties')
}

/** Whether a listing is already as the command would make it. */
export function isAlreadySo({ decision }: ListingCommand, { status }: Pick<Listing, 'status'>) {
  return decision.kind === 'status' && decision.to === status
}
