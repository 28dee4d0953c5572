import { useRef } from 'react'
import type { Change } from '#src/domain/change.ts'
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
    showToast({
      tone: 'info',
      message: 'It was sent meanwhile and can no longer be taken back here.',
    })
  }

  async function sendAgain(work: () => Promise<void>) {
    await work()
    isBusy.current = false
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
      attempt(() =>
        sendAgain(async () => {
          if (change.entity === 'listing') await outbox.explainRefused([change])
        }),
      ),
    keepMine: () => attempt(() => sendAgain(() => outbox.keepMine(change))),
  }
}

export type ChangeActions = ReturnType<typeof useChangeActions>
