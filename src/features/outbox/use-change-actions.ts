import { useRef } from 'react'
import type { Change } from '#src/domain/change.ts'
import { NOT_SENT_AGAIN, NOT_TAKEN_BACK } from '#src/outbox/discard-messages.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'

/**
 * The actions for one change. `onGone` is called when an action has removed the change from the
 * outbox.
 */
export function useChangeActions(change: Change, onGone: () => void) {
  const outbox = useOutbox()
  const isBusy = useRef(false)

  async function attempt(work: () => Promise<void>) {
    // A second Undo would find the change gone, treat it as sent, and queue its inverse.
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
    } catch (error) {
      console.error('The outbox could not be changed.', error)
      showToast({
        tone: 'error',
        message: 'This device could not save that, so nothing changed. Please try again.',
      })
      isBusy.current = false
    }
  }

  async function giveUp(work: () => Promise<boolean>) {
    if (await work()) return onGone()
    isBusy.current = false
    showToast({ tone: 'info', message: NOT_TAKEN_BACK })
  }

  async function sendAgain(work: () => Promise<boolean>) {
    const isQueued = await work()
    isBusy.current = false
    if (!isQueued) showToast({ tone: 'info', message: NOT_SENT_AGAIN })
  }

  return {
    undo: () => attempt(() => giveUp(() => outbox.undo(change))),
    discard: () => attempt(() => giveUp(() => outbox.discard(change))),
    sendWithoutPhotos: () =>
      attempt(() =>
        giveUp(async () => change.entity === 'visit' && outbox.sendWithoutPhotos(change)),
      ),
    keepTheirs: () => attempt(() => giveUp(() => outbox.keepTheirs(change))),
    retry: () => attempt(() => sendAgain(() => outbox.retry(change))),
    /** Asks for the reason of a refused rejection. */
    explain: () =>
      attempt(async () => {
        if (change.entity === 'listing') await outbox.explainRefused([change])
        isBusy.current = false
      }),
    keepMine: () => attempt(() => sendAgain(() => outbox.keepMine(change))),
  }
}

export type ChangeActions = ReturnType<typeof useChangeActions>
