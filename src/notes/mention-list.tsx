import { useEffect, useLayoutEffect, useRef } from 'react'
import type { NoteReader } from '#src/domain/note/mention.ts'

/** The people whom an @ may mean, under the field or, without room there, above it. The field keeps the focus. */
export function MentionList({ id, options, active, onPoint, onChoose }: MentionListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const activeId = active?.personId
  useLayoutEffect(() => {
    const list = listRef.current
    if (list) place(list)
  }, [])
  useEffect(() => {
    if (activeId === undefined) return
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <div ref={listRef} id={id} className="mention-list" role="listbox" aria-label="Colleagues">
      {options.map((reader) => (
        // The field has the focus and its keys choose.
        <div
          key={reader.personId}
          id={optionId(id, reader)}
          role="option"
          tabIndex={-1}
          aria-selected={reader === active}
          className="mention-option"
          onPointerMove={() => onPoint(reader)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reader)}
          onKeyDown={undefined}
        >
          {reader.name}
        </div>
      ))}
    </div>
  )
}

export function optionId(listId: string, { personId }: NoteReader): string {
  return `${listId}-${personId}`
}

interface MentionListProps {
  id: string
  options: readonly NoteReader[]
  active: NoteReader | undefined
  onPoint: (reader: NoteReader) => void
  onChoose: (reader: NoteReader) => void
}

const BARS = '.review-bar, .modal-footer'

function place(list: HTMLElement): void {
  const { bottom, height } = list.getBoundingClientRect()
  // A keyboard on the screen covers the lower part of the window, and bars cover the end of what scrolls.
  const bars = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect())
  const tops = bars.filter((bar) => bar.height > 0).map(({ top }) => top)
  const end = Math.min(window.visualViewport?.height ?? window.innerHeight, ...tops)
  const field = list.parentElement?.getBoundingClientRect()
  if (bottom > end && (field?.top ?? 0) > height) list.dataset['side'] = 'above'
}
