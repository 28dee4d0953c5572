import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A banner in the flow of the page. A negative one is announced at once, any other when there is time. */
export function Notice({ tone, icon, children, action }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      {icon ?? <Icon name={ICONS[tone]} size={18} />}
      <div className="notice-text">{children}</div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  )
}

export interface NoticeProps {
  tone: Tone
  /** The tone's own icon if absent. */
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
}

const ICONS: Record<Tone, IconName> = {
  neutral: 'info',
  accent: 'info',
  positive: 'check',
  caution: 'warning',
  negative: 'warning',
}
