import type { ReactNode } from 'react'

/** One figure. `dataValue` is its unformatted number, in a data attribute for scripts that read the page. */
export function StatCard({ label, value, dataValue, icon }: StatCardProps) {
  return (
    <div className="card stat-card">
      <p className="stat-label">
        {icon}
        <span>{label}</span>
      </p>
      <p className="stat-value" data-value={dataValue}>
        {value}
      </p>
    </div>
  )
}

export interface StatCardProps {
  label: string
  value: ReactNode
  dataValue?: number | undefined
  icon?: ReactNode
}
