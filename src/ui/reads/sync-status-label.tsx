import {
  ArrowLeftRightIcon,
  ClockIcon,
  LoaderCircleIcon,
  type LucideIcon,
  TriangleAlertIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows a change's sync status in place: an icon and text, never colour alone. */
export function SyncStatusLabel({ kind, children }: SyncStatusLabelProps) {
  const KindIcon = ICONS[kind]
  return (
    <span className="sync-status-label" data-kind={kind}>
      <KindIcon size={12} className={kind === 'sending' ? 'spinner' : undefined} />
      <span>{children}</span>
    </span>
  )
}

export interface SyncStatusLabelProps {
  kind: 'saving' | 'sending' | 'waiting' | 'parked' | 'conflict'
  children: ReactNode
}

const ICONS: Record<SyncStatusLabelProps['kind'], LucideIcon> = {
  saving: LoaderCircleIcon,
  sending: LoaderCircleIcon,
  waiting: ClockIcon,
  parked: TriangleAlertIcon,
  conflict: ArrowLeftRightIcon,
}
