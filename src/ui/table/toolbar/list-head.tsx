import './toolbar.css'
import type { MouseEvent, ReactNode } from 'react'

/**
 * The head of a section that is one table: its title, a link for keyboards to the first row, the age of the rows, and
 * one action. It scrolls away with the page, and the toolbar below it stays.
 */
export function ListHead({ title, children, action }: ListHeadProps) {
  return (
    <header className="list-head">
      <h2 className="page-title">{title}</h2>
      <button type="button" className="skip-link" onClick={skipToTable}>
        Skip to the table
      </button>
      {children}
      {action && <div className="list-head-action">{action}</div>}
    </header>
  )
}

export interface ListHeadProps {
  title: string
  /** The age of the rows. */
  children?: ReactNode
  action?: ReactNode
}

/** Moves the focus to the first row, or to the table while it has no rows. Other sections stay mounted, but hidden. */
function skipToTable(event: MouseEvent<HTMLElement>): void {
  const section = event.currentTarget.closest('.shell-section') ?? document
  const landing =
    section.querySelector<HTMLElement>('.row-open') ??
    section.querySelector<HTMLElement>('.data-table')
  landing?.focus()
}
