import { useEffect } from 'react'
import { type Change, isAnyOnItsWay } from '#src/domain/change.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { createAnnouncer } from './outcome-announcer.ts'

/** Announces the outcomes of changes as toasts; renders nothing itself. */
export function AnnounceOutcomes() {
  const { outbox, outcomes, view, connectivity, user } = useOutboxParts()
  useEffect(() => {
    const isHeldBack = outbox.workOffline.get
    const isOnline = () => connectivity.get() === 'online' && !isHeldBack()
    const announcer = createAnnouncer({
      isOnline,
      isHeldBack,
      isBusy: () => isOnline() && isAnyOnItsWay(view.get().changes, Date.now()),
      show: ({ undo, ...toast }) =>
        showToast({
          ...toast,
          action: undo && {
            label: undo.length > 1 ? 'Undo all' : 'Undo',
            onAction: () => {
              toast.onGone?.()
              void takeBack(outbox, undo)
            },
          },
        }),
    })
    const stopOutcomes = outcomes.subscribe((outcome) => {
      // The change may belong to a person who has signed out since.
      if (outcome.change.userId === user.findUserId()) announcer.announce(outcome)
    })
    const stopView = view.subscribe(announcer.summarise)
    return () => {
      stopOutcomes()
      stopView()
    }
  }, [outbox, outcomes, view, connectivity, user])
  return null
}

async function takeBack(outbox: Outbox, changes: readonly Change[]): Promise<void> {
  try {
    for (const change of changes) await outbox.undo(change)
  } catch (error) {
    console.error('A decision could not be undone.', error)
    showToast({ tone: 'error', message: 'This could not be undone. The decision stands.' })
  }
}
