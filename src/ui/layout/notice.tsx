import { CheckIcon, InfoIcon, type LucideIcon, TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

/** A banner in the flow of the page. Screen readers announce a negative one at once, and any other politely. */
export function Notice({ tone, icon, children, action }: NoticeProps) {
  const ToneIcon = ICONS[tone]
  return (
    <div className="notice" data-tone={tone} role={tone === 'negative' ? 'alert' : 'status'}>
      {icon ?? <ToneIcon size={16} />}
      <div className="notice-text">{children}</div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  )
}

export interface NoticeProps {
  tone: Tone
  /** The tone's own icon by default. */
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
}

const ICONS: Record<Tone, LucideIcon> = {
  neutral: InfoIcon,
  accent: InfoIcon,
  positive: CheckIcon,
  caution: TriangleAlertIcon,
  negative: TriangleAlertIcon,
}
