import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { conflictLabel } from '#src/outbox/conflict-messages.ts'
import type { ListingSyncStatus } from '#src/outbox/overlay/overlay.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Explains the next step for a change, and links to the page where a person can resolve it. */
export function SyncStatusHint({ syncStatus }: { syncStatus: ListingSyncStatus }) {
  const { kind, change } = syncStatus
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
      {kind === 'conflict'
        ? `${conflictLabel(change, Date.now())}. Choose which of the two decisions stands.`
        : trouble?.why}
    </Notice>
  )
}
