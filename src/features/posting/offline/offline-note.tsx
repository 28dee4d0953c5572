import { type PostingCodeState, usePostingCode } from './use-posting-code.ts'

const SENTENCES: Readonly<Record<PostingCodeState, string | null>> = {
  looking: null,
  ready: 'You can write listings without a network on this device.',
  saving: 'Writing listings offline is off, to save data.',
  missing: 'Connect once to write listings offline.',
  full: 'This device has no room to write listings offline.',
  unsupported: null,
}

/** A line that states whether listings can be written on this device without a network. */
export function OfflineNote() {
  const { state, keep } = usePostingCode()
  return (
    <div className="read-line">
      <span role="status">{SENTENCES[state]}</span>
      {state === 'saving' && (
        <button type="button" className="read-line-action" onClick={keep}>
          Turn on
        </button>
      )}
    </div>
  )
}
