import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { STATUS_LABELS } from '#src/domain/listing.ts'
import type { ListingMark } from '#src/outbox/overlay/overlay.ts'
import { findTrouble } from '#src/outbox/trouble-words.ts'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Says what happens next to a change, and where a person settles it. */
export function MarkHint({ mark }: { mark: ListingMark }) {
  const { kind, change } = mark
  if (kind === 'sending') return null
  const trouble = findTrouble(change)
  if (kind === 'waiting') {
    return (
      <p className="muted">
        {trouble
          ? `${trouble.why} ${trouble.advice}`
          : 'Saved on this device. It is sent when the server can be reached.'}
      </p>
    )
  }
  return (
    <Notice tone="caution" action={<Link to={sectionPath('outbox')}>Open the outbox</Link>}>
      {kind === 'conflict' ? conflictWords(mark) : trouble?.why}
    </Notice>
  )
}

function conflictWords({ change }: ListingMark): string {
  const { status, device } = change.conflict ?? { status: null, device: null }
  const who = device ?? 'Another device'
  const what = status ? `set it to ${STATUS_LABELS[status]}` : 'changed it'
  return `${who} ${what} first. Choose which of the two stands.`
}
