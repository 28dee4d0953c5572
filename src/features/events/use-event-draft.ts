import { useLayoutEffect, useState } from 'react'
import { type SetDraft, useDraft } from '#src/session/use-draft.ts'
import { NOTHING_TYPED, type TypedEvent } from './typed-event.ts'

/**
 * What is being typed about an event. What was typed under `formerId` (this device's, before the server gave the event
 * one) goes along to `id`, without a keystroke lost when that happens while someone types.
 */
export function useEventDraft(
  id: string,
  formerId: string | null,
): [typed: TypedEvent, setTyped: SetDraft<TypedEvent>, clearTyped: () => void] {
  const [keptUnder, setKeptUnder] = useState(formerId ?? id)
  const [typed, setTyped, clearTyped] = useDraft(draftName(keptUnder), NOTHING_TYPED)
  const [, setMoved] = useDraft(draftName(id), NOTHING_TYPED)

  // Before the next keystroke, which would still be written under the former id.
  useLayoutEffect(() => {
    if (keptUnder === id) return
    if (Object.values(typed).some((value) => value !== null)) setMoved(typed)
    clearTyped()
    setKeptUnder(id)
  }, [keptUnder, id, typed, setMoved, clearTyped])

  return [typed, setTyped, clearTyped]
}

function draftName(id: string): string {
  return `event:${id}`
}
