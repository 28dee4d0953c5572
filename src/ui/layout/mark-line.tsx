import { Undo2Icon } from 'lucide-react'
import { Button } from '#src/ui/form/button.tsx'
import { takeBack } from '#src/ui/toast/take-back.ts'
import { ChangeMark, type ChangeMarkProps } from './mark.tsx'

/** What is happening to a change, and beside it Undo for as long as it can be taken back. */
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
  /** Answers false when it was too late. */
  onUndo?: (() => Promise<boolean>) | undefined
}

const WORDS: Record<MarkLineProps['kind'], string> = {
  sending: 'Sending…',
  waiting: 'Waiting',
  parked: 'Needs attention',
  conflict: 'Changed elsewhere',
}
