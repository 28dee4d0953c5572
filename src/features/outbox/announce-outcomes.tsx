import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { batchIdOf, type Change, isAnyOnItsWay, type ListingChange } from '#src/domain/change.ts'
import { isSentTogether } from '#src/outbox/sending/joint-calls.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'
import { useBatchMessages } from './batches/use-batch-messages.ts'
import type { Announcement, Announcer } from './outcome-announcer.ts'
import { TAKEN_BACK_UNASKED, takeBackAll } from './undo-decisions.ts'
import { useUndoKey } from './use-undo-key.ts'

const UndoConfirmation = lazy(async () => ({
  default: (await import('./undo-confirmation.tsx')).UndoConfirmation,
}))

/**
 * Announces the outcomes of changes as toasts, and takes decisions back by a toast's Undo or by the key Z. The
 * announcer's code loads with the first outcome.
 */
export function AnnounceOutcomes({
  outboxPath,
  hasUndoKey = true,
  onExplain,
}: AnnounceOutcomesProps) {
  const { outbox, outcomes, view, connectivity, user } = useOutboxParts()
  const [asked, setAsked] = useState<AskedUndo | null>(null)
  const navigate = useNavigate()
  const actions = useRef({ onExplain, openOutbox: () => navigate(outboxPath) })
  useEffect(() => {
    actions.current = { onExplain, openOutbox: () => navigate(outboxPath) }
  }, [onExplain, navigate, outboxPath])
  useUndoKey(hasUndoKey)
  const openOutbox = useStableHandler(() => void navigate(outboxPath))
  useBatchMessages(openOutbox)
  useEffect(() => {
    const isHeldBack = outbox.workOffline.get
    const isOnline = () => connectivity.get() === 'online' && !isHeldBack()
    let loading: Promise<Announcer> | null = null
    let loaded: Announcer | null = null

    function show(announcement: Announcement): void {
      const { undo, rejected, conflicts, unexplained, ...toast } = announcement
      const undoAction = undo && {
        label: undo.length > 1 ? 'Undo all' : 'Undo',
        ...(isNewest(undo) && { shortcut: 'z' }),
        onAction: () => {
          if (undo.length > TAKEN_BACK_UNASKED)
            return setAsked({ changes: undo, onCancel: () => show(announcement) })
          toast.onGone?.()
          void takeBackAll(outbox, undo)
        },
      }
      const explain = rejected && {
        label: 'Add reason',
        onAction: () => actions.current.onExplain?.(rejected.entityId),
      }
      const seeThem = conflicts !== undefined && {
        label: conflicts === 1 ? 'See it' : 'See them',
        onAction: () => void actions.current.openOutbox(),
      }
      const giveReason = unexplained && {
        label: 'Give a reason',
        onAction: () => void outbox.explainRefused(unexplained),
      }
      const offered = [explain, giveReason, undoAction, seeThem].filter((one) => one !== undefined)
      showToast({ ...toast, actions: offered.filter((one) => one !== false) })
    }

    async function load(): Promise<Announcer> {
      const { createAnnouncer } = await import('./outcome-announcer.ts')
      loaded = createAnnouncer({
        isOnline,
        isHeldBack,
        isBusy: () =>
          isOnline() && isAnyOnItsWay(view.get().changes.filter(isOfNoBatch), Date.now()),
        show,
      })
      return loaded
    }

    const stopOutcomes = outcomes.subscribe((outcome) => {
      // The change may belong to a person who has signed out since.
      if (outcome.change.userId !== user.findUserId()) return
      // A batch has one message, at its end.
      if (isSentTogether(outcome.change)) return
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
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <UndoConfirmation
        changes={asked.changes}
        onConfirm={() => {
          setAsked(null)
          void takeBackAll(outbox, asked.changes)
        }}
        onCancel={() => {
          setAsked(null)
          asked.onCancel()
        }}
      />
    </Suspense>
  )
}

const isOfNoBatch = (change: Change) => batchIdOf(change) === null

/** Whether Z takes back the same: of a group it takes back only the newest, and of what was set back to pending nothing. */
function isNewest([one, ...others]: readonly ListingChange[]): boolean {
  if (others.length > 0 || one?.action.kind !== 'status') return false
  return one.action.to !== 'pending'
}

interface AskedUndo {
  changes: readonly ListingChange[]
  /** Shows the message again, from which the undo was asked for. */
  onCancel: () => void
}

interface AnnounceOutcomesProps {
  /** The path of the outbox, where a person settles conflicts. */
  outboxPath: string
  /** Whether Z takes back the newest decision; review mode has this key itself. */
  hasUndoKey?: boolean
  /** Opens the reasons for a rejected listing; absent on pages where nobody rejects listings. */
  onExplain?: (listingId: string) => void
}
