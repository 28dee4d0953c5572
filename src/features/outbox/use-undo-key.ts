import { useEffect, useRef } from 'react'
import { type Change, isUnsent } from '#src/domain/change.ts'
import { displayName } from '#src/domain/text.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { takeBackAll } from './undo-decisions.ts'

/** The key that takes back the newest decision made on this page, and the one before it when pressed again. */
export function useUndoKey(isOn: boolean): void {
  const { outbox, outcomes, view } = useOutboxParts()
  /** Batches of earlier visits are taken back in the outbox. */
  const openedAt = useRef(Date.now())
  /** The decisions that can be taken back, newest last. */
  const made = useRef<readonly Change[]>([])
  useEffect(
    () =>
      outcomes.subscribe(({ change, result, inverseKey, replacedKey }) => {
        if (result === 'queued') made.current = withQueued(made.current, change)
        else if (result === 'undone')
          made.current = made.current.filter(({ key }) => key !== change.key && key !== inverseKey)
        else {
          const key = replacedKey ?? change.key
          made.current = made.current.map((one) => (one.key === key ? change : one))
        }
      }),
    [outcomes],
  )

  async function undo() {
    const change = made.current.at(-1)
    const batch = view
      .get()
      .batches.findLast(
        (one) => one.undoes === null && one.undoneBy === null && one.madeAt >= openedAt.current,
      )
    if (batch && (!change || batch.madeAt > change.queuedAt)) {
      const { takeBatchBack } = await import('./batches/undo-batch.ts')
      return takeBatchBack(outbox, batch)
    }
    if (!change) {
      showToast({ tone: 'info', message: 'Nothing to undo.', id: UNDONE_ID })
      return
    }
    // A second press takes back the decision before this one.
    made.current = made.current.slice(0, -1)
    const wasUnsent = isUnsent(change)
    const isUndone = await takeBackAll(outbox, [change])
    // The inverse of a sent decision is announced once the server has confirmed it.
    if (isUndone && wasUnsent)
      showToast({
        tone: 'info',
        message: `Undone: ${displayName(change.entityName)}.`,
        id: UNDONE_ID,
      })
  }
  // Also in the sheet of a listing, where its decisions are made.
  useScreenActions(isOn ? [{ key: 'z', label: UNDO_LABEL, run: () => void undo() }] : [], 'sheets')
}

const UNDONE_ID = 'undone'
const UNDO_LABEL = 'Undo the last decision'

/** A reason is taken back together with its rejection. */
function withQueued(made: readonly Change[], change: Change): readonly Change[] {
  if (change.action.kind === 'reason') return made
  return [...made.filter(({ key }) => key !== change.key), change]
}
