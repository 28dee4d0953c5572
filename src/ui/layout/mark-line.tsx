import { Undo2Icon } from 'lucide-react'
import { Button } from '#src/ui/form/button.tsx'
import { takeBack } from '#src/ui/toast/take-back.ts'
import { ChangeMark, type ChangeMarkProps } from './mark.tsx'

/** A change's sync status, and Undo beside it for as long as the change can be undone. */
export function MarkLine({ kind, onUndo }: MarkLineProps) {
  return (
    <>
      <ChangeMark kind={kind}>{WORDS[kind]}</ChangeMark>
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

export interface MarkLineProps {
  kind: ChangeMarkProps['kind']
  /** Resolves to false if too late. */
  onUndo?: (() => Promise<boolean>) | undefined
}

const WORDS: Record<MarkLineProps['kind'], string> = {
  sending: 'Sending…',
  waiting: 'Waiting',
  parked: 'Needs attention',
  conflict: 'Changed elsewhere',
}
