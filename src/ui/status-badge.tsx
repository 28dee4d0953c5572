import type { ReactNode } from 'react'
import { Badge, type Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

/** The state of a decision, told by word, icon and colour. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  const { tone, icon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={14} />}>
      {children}
    </Badge>
  )
}

export interface StatusBadgeProps {
  status: 'pending' | 'approved' | 'rejected'
  children: ReactNode
}

const LOOKS: Record<StatusBadgeProps['status'], { tone: Tone; icon: IconName }> = {
  pending: { tone: 'caution', icon: 'clock' },
  approved: { tone: 'positive', icon: 'check' },
  rejected: { tone: 'negative', icon: 'cross' },
}
