import type { ReactNode } from 'react'

export interface AccountRowProps {
  title: ReactNode
  meta: ReactNode
  /** The button that changes the value. */
  action?: ReactNode
}

/** One row of the account: a title, a value, and a button. */
export function AccountRow({ title, meta, action }: AccountRowProps) {
  return (
    <li className="change-item">
      <div className="change-item-text">
        <p className="change-item-title row">{title}</p>
        <p className="change-item-meta">{meta}</p>
      </div>
      {action}
    </li>
  )
}
