import { useLayoutEffect, useState } from 'react'
import { type SetDraft, useDraft } from '#src/session/use-draft.ts'
import { EMPTY_TYPED_EVENT, type TypedEvent } from './typed-event.ts'

/**
 * The draft of an event. A draft under `formerId` (this device's id, before the server assigned one) moves to `id`
 * without losing a keystroke if the person is typing.
 */
export function useEventDraft(
  id: string,
  formerId: string | null,
): [typed: TypedEvent, setTyped: SetDraft<TypedEvent>, clearTyped: () => void] {
  const [storedUnder, setStoredUnder] = useState(formerId ?? id)
  const [typed, setTyped, clearTyped] = useDraft(draftName(storedUnder), EMPTY_TYPED_EVENT)
  const [, setMoved] = useDraft(draftName(id), EMPTY_TYPED_EVENT)

  // Move the draft before the next keystroke, which would otherwise be stored under the former id.
  useLayoutEffect(() => {
    if (storedUnder === id) return
    if (Object.values(typed).some((value) => value !== null)) setMoved(typed)
    clearTyped()
    setStoredUnder(id)
  }, [storedUnder, id, typed, setMoved, clearTyped])

  return [typed, setTyped, clearTyped]
}

function draftName(id: string): string {
  return `event:${id}`
}
