import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** What stands where a list would be: why there is nothing, and the way on. */
export function EmptyState({ tone = 'empty', icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state" data-tone={tone}>
      <span className="empty-state-icon">{icon ?? <Icon name={ICONS[tone]} size={24} />}</span>
      <p className="empty-state-title">{title}</p>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}

export interface EmptyStateProps {
  tone?: 'empty' | 'error' | 'offline' | 'forbidden'
  /** The tone's own icon if absent. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

const ICONS: Record<NonNullable<EmptyStateProps['tone']>, IconName> = {
  empty: 'inbox',
  error: 'warning',
  offline: 'cloud-off',
  forbidden: 'shield',
}
