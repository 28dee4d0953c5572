import {
  ArrowLeftRightIcon,
  ClockIcon,
  LoaderCircleIcon,
  type LucideIcon,
  TriangleAlertIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows a change's sync status in place: an icon and text, never colour alone. */
export function ChangeMark({ kind, children }: ChangeMarkProps) {
  const KindIcon = ICONS[kind]
  return (
    <span className="change-mark" data-kind={kind}>
      <KindIcon size={12} className={kind === 'sending' ? 'spinner' : undefined} />
      <span>{children}</span>
    </span>
  )
}

export interface ChangeMarkProps {
  kind: 'sending' | 'waiting' | 'parked' | 'conflict'
  children: ReactNode
}

const ICONS: Record<ChangeMarkProps['kind'], LucideIcon> = {
  sending: LoaderCircleIcon,
  waiting: ClockIcon,
  parked: TriangleAlertIcon,
  conflict: ArrowLeftRightIcon,
}
