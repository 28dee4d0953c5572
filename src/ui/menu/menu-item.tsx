import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { isModalEntry } from '#src/ui/address/modal-history.ts'
import { NEW_VISIT } from '#src/ui/address/use-sheet-url.ts'
import { MenuContext } from './menu-context.ts'

interface ItemProps {
  icon?: ReactNode
  children: string
}

/** An action of a menu. The menu closes first, so that a dialog opened by the action returns the focus to its button. */
export function MenuItem({ icon, tone, onSelect, children }: MenuItemProps) {
  const close = useContext(MenuContext)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      data-tone={tone}
      onClick={() => {
        close()
        onSelect()
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}

export interface MenuItemProps extends ItemProps {
  tone?: 'negative'
  onSelect: () => void
}

/** A link in a menu. */
export function MenuLink({ icon, to, isCurrent = false, children }: MenuLinkProps) {
  const close = useContext(MenuContext)
  const isInDialog = isModalEntry() // the dialog was opened before the menu
  return (
    <Link
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      to={to}
      replace={isInDialog}
      state={isInDialog ? NEW_VISIT : null}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={close}
    >
      {icon}
      <span>{children}</span>
    </Link>
  )
}

interface MenuLinkProps extends ItemProps {
  to: string
  /** Whether the page of the link is open. */
  isCurrent?: boolean
}

/** One of a few values in a menu. The menu stays open, so that one sees the effect of the choice. */
export function MenuChoice({ isChosen, onChoose, children }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      className="menu-item"
      onClick={onChoose}
    >
      <span className="menu-choice" aria-hidden="true">
        {isChosen ? '✓' : ''}
      </span>
      <span>{children}</span>
    </button>
  )
}

interface MenuChoiceProps {
  isChosen: boolean
  onChoose: () => void
  children: string
}
