import { CheckIcon, ClockIcon, type LucideIcon, XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from './badge.tsx'

/** The state of a decision as text, icon and colour. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  const { tone, StatusIcon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<StatusIcon size={12} />}>
      {children}
    </Badge>
  )
}

export interface StatusBadgeProps {
  status: 'pending' | 'approved' | 'rejected'
  children: ReactNode
}

const LOOKS: Record<StatusBadgeProps['status'], { tone: Tone; StatusIcon: LucideIcon }> = {
  pending: { tone: 'neutral', StatusIcon: ClockIcon },
  approved: { tone: 'positive', StatusIcon: CheckIcon },
  rejected: { tone: 'negative', StatusIcon: XIcon },
}
