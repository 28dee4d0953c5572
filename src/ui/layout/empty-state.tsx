import {
  CloudOffIcon,
  InboxIcon,
  type LucideIcon,
  ShieldIcon,
  TriangleAlertIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown in place of a list without rows: says why the list is empty, and offers the next step. */
export function EmptyState({ tone = 'empty', icon, title, children, action }: EmptyStateProps) {
  const ToneIcon = ICONS[tone]
  return (
    <div className="empty-state" data-tone={tone}>
      <span className="empty-state-icon">{icon ?? <ToneIcon size={22} />}</span>
      <p className="empty-state-title">{title}</p>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}

export interface EmptyStateProps {
  tone?: 'empty' | 'error' | 'offline' | 'forbidden'
  /** The tone's own icon by default. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

const ICONS: Record<NonNullable<EmptyStateProps['tone']>, LucideIcon> = {
  empty: InboxIcon,
  error: TriangleAlertIcon,
  offline: CloudOffIcon,
  forbidden: ShieldIcon,
}
