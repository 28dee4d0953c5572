import type { ReactNode } from 'react'

export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {icon}
      <span className="text-part">{children}</span>
    </span>
  )
}

export interface BadgeProps {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
}

export type Tone = 'neutral' | 'accent' | 'positive' | 'caution' | 'negative'
