import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/**
 * One figure, as a link to the list that it counts. `dataValue` is its unformatted number, in a data attribute for
 * scripts that read the page.
 */
export function StatCard({ label, value, dataValue, icon, to }: StatCardProps) {
  const content = (
    <>
      <p className="stat-label">
        {icon}
        <span>{label}</span>
      </p>
      <p className="stat-value" data-value={dataValue}>
        {value}
      </p>
    </>
  )
  if (to === null) return <div className="card stat-card">{content}</div>
  return (
    <Link className="card stat-card" to={to}>
      {content}
    </Link>
  )
}

export interface StatCardProps {
  label: string
  value: ReactNode
  dataValue?: number | undefined
  icon?: ReactNode
  /** The list of what is counted; null if the role may not see it. */
  to: string | null
}
