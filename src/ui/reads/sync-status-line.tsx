import { Undo2Icon } from 'lucide-react'
import { Button } from '#src/ui/form/button.tsx'
import { takeBack } from '#src/ui/toast/take-back.ts'
import { SyncStatusLabel, type SyncStatusLabelProps } from './sync-status-label.tsx'

/** A change's sync status, and Undo beside it for as long as the change can be undone. */
export function SyncStatusLine({ kind, label, onUndo }: SyncStatusLineProps) {
  return (
    <>
      <SyncStatusLabel kind={kind}>{label ?? LABELS[kind]}</SyncStatusLabel>
      {onUndo && (
        <Button
          variant="quiet"
          size="small"
          icon={<Undo2Icon size={14} />}
          onClick={() => void takeBack(onUndo)}
        >
          Undo
        </Button>
      )}
    </>
  )
}

export interface SyncStatusLineProps {
  kind: SyncStatusLabelProps['kind']
  /** Replaces the label of the kind, for example with who decided otherwise and when. */
  label?: string | undefined
  /** Resolves to false if it is too late to undo. */
  onUndo?: (() => Promise<boolean>) | undefined
}

const LABELS: Record<SyncStatusLineProps['kind'], string> = {
  saving: 'Saving…',
  sending: 'Sending…',
  waiting: 'Waiting',
  parked: 'Needs attention',
  conflict: 'Decided by somebody else',
}
