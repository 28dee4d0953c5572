import type { ReactNode } from 'react'

export interface AccountRowProps {
  title: ReactNode
  meta: ReactNode
  /** What the reader can do about it. */
  action?: ReactNode
}

/** One line of the account: what it is, its value, and a button. */
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
