import { useEffect, useRef } from 'react'
import type { ListedReason } from '#src/api/team/reasons-api.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'

const MOST_KEYS = 9 // the keys 1 to 9

/** The reasons to choose from, in their order. The chosen one is among them even if it is hidden. */
export function listOffered(reasons: readonly ListedReason[], code = ''): readonly ListedReason[] {
  return reasons.filter((reason) => reason.isActive || reason.code === code)
}

/**
 * The active reasons as buttons. The focus starts on the first of them:
 * the keys 1 to 9 choose, Enter saves the chosen reason.
 */
export function ReasonChoices({ reasons, code, onChoose, onSave }: ReasonChoicesProps) {
  const listRef = useRef<HTMLFieldSetElement>(null)
  const hasKeys = useSingleKeys()
  const offered = listOffered(reasons, code)
  const chosen = offered.find((reason) => reason.code === code)
  const isLoaded = offered.length > 0
  useEffect(() => {
    if (!isLoaded) return
    // A person who types into the note already, before the reasons have loaded, keeps the focus there.
    if (document.activeElement?.matches('textarea, input')) return
    const list = listRef.current
    const first = list?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? findButton(list)
    first?.focus()
  }, [isLoaded])

  return (
    <fieldset
      ref={listRef}
      className="stack"
      aria-label="Reason"
      aria-describedby="reason-mistake"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
        const place = hasKeys && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1
        const byKey = offered[place]
        if (byKey) {
          onChoose(byKey.code)
          listRef.current?.querySelectorAll('button')[place]?.focus()
        }
        const isOnChosen = event.target instanceof Element && isPressed(event.target)
        if (event.key !== 'Enter' || !isOnChosen) return
        event.preventDefault()
        onSave()
      }}
    >
      <div className="row">
        {offered.map((reason, place) => (
          <Button
            key={reason.code}
            size="small"
            variant={reason === chosen ? 'primary' : 'secondary'}
            aria-pressed={reason === chosen}
            aria-keyshortcuts={hasKeys && place < MOST_KEYS ? `${place + 1}` : undefined}
            onClick={() => onChoose(reason.code)}
          >
            <span>{reason.label}</span>
            {hasKeys && place < MOST_KEYS && <Keycap>{`${place + 1}`}</Keycap>}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

interface ReasonChoicesProps {
  reasons: readonly ListedReason[]
  /** The chosen reason; empty for none. */
  code: string
  onChoose: (code: string) => void
  /** Called for Enter on the chosen reason. */
  onSave: () => void
}

function findButton(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('button') ?? null
}

function isPressed(element: Element): boolean {
  return element.getAttribute('aria-pressed') === 'true'
}
