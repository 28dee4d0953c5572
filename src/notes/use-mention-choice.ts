import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  completeMention,
  findMentionQuery,
  matchReaders,
  type NoteReader,
} from '#src/domain/note/mention.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface ChoiceParts {
  text: string
  onText: (text: string) => void
  areaRef: RefObject<HTMLTextAreaElement | null>
  readers: readonly NoteReader[] | undefined
}

/**
 * Whom the @ before the caret may mean, and the keys that choose: arrows, Enter and Tab. Escape closes the list, and
 * nothing around it, until another @ is typed.
 */
export function useMentionChoice({ text, onText, areaRef, readers }: ChoiceParts) {
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const nextCaret = useRef<number | null>(null)
  const query = caret === null ? null : findMentionQuery(text, caret)
  const isClosed = query === null || query.at === closedAt
  const options = isClosed || !readers ? [] : matchReaders(readers, query)
  const active = options.find(({ personId }) => personId === activeId) ?? options[0]
  const isOpen = options.length > 0
  const openedAt = isOpen ? (query?.at ?? null) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves once the field has the new text.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    areaRef.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [text, areaRef])

  // A listener of its own: a dialog around the field would hear the key before React does.
  useEffect(() => {
    const area = areaRef.current
    if (!area || openedAt === null) return
    function close(event: globalThis.KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setClosedAt(openedAt)
    }
    area.addEventListener('keydown', close)
    return () => area.removeEventListener('keydown', close)
  }, [areaRef, openedAt])

  function choose({ name }: NoteReader): void {
    if (!query) return
    const next = completeMention(text, query, name)
    nextCaret.current = next.caret
    setCaret(next.caret)
    setActiveId(null)
    onText(next.text)
    areaRef.current?.focus()
  }

  /** Returns whether the key was for the list. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!active || event.nativeEvent.isComposing) return false
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Tab') return false
    event.preventDefault()
    if (step === undefined) choose(active)
    else {
      const next = options.indexOf(active) + step + options.length
      setActiveId(options[next % options.length]?.personId ?? null)
    }
    return true
  }

  return {
    options,
    active,
    /** After each move of the caret. */
    noteCaret({ value, selectionStart }: HTMLTextAreaElement) {
      // The field does not have the chosen name yet.
      if (nextCaret.current !== null) return
      setCaret(selectionStart)
      // Another @: a list that was closed for the one before opens.
      if (findMentionQuery(value, selectionStart)?.at !== closedAt) setClosedAt(null)
    },
    /** Once the field has lost the focus. */
    leave() {
      setCaret(null)
      setClosedAt(null)
    },
    point: ({ personId }: NoteReader) => setActiveId(personId),
    choose,
    handleKey,
  }
}
