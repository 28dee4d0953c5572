import type { ReactNode } from 'react'

export function Badge({ tone, icon, title, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone} title={title}>
      {icon}
      <span className="text-part">{children}</span>
    </span>
  )
}

export interface BadgeProps {
  tone: Tone
  icon?: ReactNode
  /** The whole of a text that a row may cut. */
  title?: string
  children: ReactNode
}

export type Tone = 'neutral' | 'accent' | 'positive' | 'caution' | 'negative'
