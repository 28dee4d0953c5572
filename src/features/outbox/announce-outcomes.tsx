import { useEffect, useRef } from 'react'
import { type Change, isAnyOnItsWay } from '#src/domain/change.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import type { Announcer } from './outcome-announcer.ts'

/** Announces the outcomes of changes as toasts; renders nothing itself. The announcer's code loads with the first outcome. */
export function AnnounceOutcomes({ onExplain }: AnnounceOutcomesProps) {
  const { outbox, outcomes, view, connectivity, user } = useOutboxParts()
  const explainRef = useRef(onExplain)
  useEffect(() => {
    explainRef.current = onExplain
  }, [onExplain])
  useEffect(() => {
    const isHeldBack = outbox.workOffline.get
    const isOnline = () => connectivity.get() === 'online' && !isHeldBack()
    let loading: Promise<Announcer> | null = null
    let loaded: Announcer | null = null

    async function load(): Promise<Announcer> {
      const { createAnnouncer } = await import('./outcome-announcer.ts')
      loaded = createAnnouncer({
        isOnline,
        isHeldBack,
        isBusy: () => isOnline() && isAnyOnItsWay(view.get().changes, Date.now()),
        show: ({ undo, rejected, ...toast }) => {
          const undoAction = undo && {
            label: undo.length > 1 ? 'Undo all' : 'Undo',
            onAction: () => {
              toast.onGone?.()
              void takeBack(outbox, undo)
            },
          }
          const explain = rejected && {
            label: 'Add reason',
            onAction: () => explainRef.current?.(rejected.entityId),
          }
          showToast({ ...toast, actions: [explain, undoAction].filter((one) => one !== undefined) })
        },
      })
      return loaded
    }

    const stopOutcomes = outcomes.subscribe((outcome) => {
      // The change may belong to a person who has signed out since.
      if (outcome.change.userId !== user.findUserId()) return
      loading ??= load()
      loading.then(
        (announcer) => {
          announcer.announce(outcome)
          // A summary may be due already: the outbox may have become idle while the announcer's code was loading.
          announcer.summarise()
        },
        (error: unknown) => {
          loading = null
          console.warn('The outcome of a change is not announced.', error)
        },
      )
    })
    const stopView = view.subscribe(() => loaded?.summarise())
    const stopConnectivity = connectivity.subscribe(() => {
      if (!isOnline()) loaded?.noteOffline()
    })
    return () => {
      stopOutcomes()
      stopView()
      stopConnectivity()
    }
  }, [outbox, outcomes, view, connectivity, user])
  return null
}

interface AnnounceOutcomesProps {
  /** Opens the reasons for a rejected listing; absent on pages where nobody rejects listings. */
  onExplain?: (listingId: string) => void
}

async function takeBack(outbox: Outbox, changes: readonly Change[]): Promise<void> {
  try {
    for (const change of changes) await outbox.undo(change)
  } catch (error) {
    console.error('A decision could not be undone.', error)
    showToast({ tone: 'error', message: 'This could not be undone. The decision stands.' })
  }
}
