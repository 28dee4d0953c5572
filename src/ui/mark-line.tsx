import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { ChangeMark, type ChangeMarkProps } from './mark.tsx'
import { showNotSaved } from './not-saved-toast.ts'
import { showToast } from './toast.ts'

/** What is happening to a change, and beside it Undo for as long as it can be taken back. */
export function MarkLine({ kind, onUndo }: MarkLineProps) {
  return (
    <>
      <ChangeMark kind={kind}>{WORDS[kind]}</ChangeMark>
      {onUndo && (
        <Button
          variant="quiet"
          size="small"
          icon={<Icon name="undo" size={16} />}
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
  parked: 'Needs you',
  conflict: 'Changed elsewhere',
}

async function takeBack(onUndo: () => Promise<boolean>): Promise<void> {
  try {
    if (await onUndo()) return
    showToast({ tone: 'info', message: 'Too late to undo: the change is on its way already.' })
  } catch (error) {
    showNotSaved(error)
  }
}
