import { Button } from '#src/ui/form/button.tsx'
import { type PostingCodeState, usePostingCode } from './use-posting-code.ts'

const SENTENCES: Readonly<Record<PostingCodeState, string | null>> = {
  looking: null,
  ready: 'You can write listings without a network on this device.',
  saving: 'Data is saved: listings cannot be written without a network yet.',
  missing: 'Connect once to write listings offline.',
  full: 'This device has no room to write listings offline.',
  unsupported: null,
}

/** Whether listings can be written on this device without a network, in a line. */
export function OfflineNote() {
  const { state, keep } = usePostingCode()
  return (
    <p className="read-line" role="status">
      {SENTENCES[state]}
      {state === 'saving' && (
        <Button size="small" onClick={keep}>
          Make it possible
        </Button>
      )}
    </p>
  )
}
