import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** Says in place what is happening to a change: an icon and words, never colour alone. */
export function ChangeMark({ kind, children }: ChangeMarkProps) {
  return (
    <span className="change-mark" data-kind={kind}>
      <Icon name={ICONS[kind]} size={14} />
      <span>{children}</span>
    </span>
  )
}

export interface ChangeMarkProps {
  kind: 'sending' | 'waiting' | 'parked' | 'conflict'
  children: ReactNode
}

const ICONS: Record<ChangeMarkProps['kind'], IconName> = {
  sending: 'spinner',
  waiting: 'clock',
  parked: 'warning',
  conflict: 'swap',
}
