import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { MenuContext } from './menu-context.ts'
import { useMenuPopup } from './use-menu-popup.ts'
import './menu.css'

/**
 * A button that opens a menu (ARIA Authoring Practices, "menu button"): arrow keys, Home, End and letters move the focus
 * between the items; Escape, Tab, a press outside and a choice close the menu. The items are the children.
 */
export function Menu({ label, face, className, isBusy = false, heading, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const popupRef = useMenuPopup(isOpen, () => setOpen(false))

  function close() {
    // The button was in view when the menu opened. Scrolling to it would move the place in a list by the margin of a focus.
    buttonRef.current?.focus({ preventScroll: true })
    setOpen(false)
  }

  function moveFocus(event: KeyboardEvent) {
    if (event.key === 'Tab') close() // the focus moves on from the button
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation() // only the menu closes, not a dialog around it
      close()
    }
    const target = findTarget(event.key, itemsOf(popupRef.current))
    if (!target) return
    event.preventDefault()
    event.stopPropagation() // a letter is no key of the page while a menu is open
    target.focus()
  }

  return (
    <div className="menu">
      <button
        ref={buttonRef}
        type="button"
        className={className ?? 'icon-button'}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen || isBusy) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {face}
      </button>
      {isOpen && (
        <div className="menu-popup" data-side="below" ref={popupRef}>
          {heading && <div className="menu-heading">{heading}</div>}
          <div id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
            <MenuContext value={close}>{children}</MenuContext>
          </div>
        </div>
      )}
    </div>
  )
}

export interface MenuProps {
  /** The accessible name of the button and of the menu: 'Actions for Ravi Shah'. */
  label: string
  /** What the button shows. */
  face: ReactNode
  /** The button's class, by default that of an icon button. */
  className?: string
  isBusy?: boolean
  /** Text above the items, such as whose menu it is. */
  heading?: ReactNode
  children: ReactNode
}

function itemsOf(popup: HTMLElement | null): HTMLElement[] {
  return [...(popup?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

/** The item that a key leads to; undefined for keys that do not move the focus. */
function findTarget(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const place = items.findIndex((item) => item.matches(':focus'))
  if (key === 'ArrowDown') return items[place + 1] ?? items[0]
  if (key === 'ArrowUp') return items[place - 1] ?? items.at(-1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const later = [...items.slice(place + 1), ...items.slice(0, place + 1)]
  const letter = key.toLowerCase()
  return later.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))
}
