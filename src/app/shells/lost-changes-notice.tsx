import { formatDateTime } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { ChangeTrace, LostChanges } from '#src/outbox/lost-change-detector.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

const FIRST = 6 // few enough that a phone still shows the page below the notice

export interface LostChangesNoticeProps {
  lost: LostChanges
  onDismiss: () => void
}

/** Lists the changes that the browser deleted with their database, until the person confirms the notice. */
export function LostChangesNotice({ lost, onDismiss }: LostChangesNoticeProps) {
  const { changes, more, seenAt } = lost
  const count = changes.length + more
  const dismiss = (
    <Button size="small" onClick={onDismiss}>
      I have checked
    </Button>
  )
  return (
    <Notice tone="negative" action={dismiss}>
      <p>
        The browser deleted this site's data, and with it{' '}
        {count === 1 ? '1 change' : `${groupIndian(count)} changes`} waiting on this device (seen
        last on {formatDateTime(seenAt)}). {count === 1 ? 'It' : 'They'} may not have reached the
        server, but another tab may have sent {count === 1 ? 'it' : 'some'} just before. Look at{' '}
        {count === 1 ? 'it' : 'each'} and decide again where it is missing:
      </p>
      <TraceList changes={changes.slice(0, FIRST)} />
      {changes.length > FIRST && (
        <details>
          <summary>Show {changes.length - FIRST} more</summary>
          <TraceList changes={changes.slice(FIRST)} />
        </details>
      )}
      {more > 0 && <p>And {more} more without a name.</p>}
    </Notice>
  )
}

function TraceList({ changes }: { changes: readonly ChangeTrace[] }) {
  return (
    <ul className="notice-list">
      {changes.map((change) => (
        <li key={change.key}>{nameChange(change)}</li>
      ))}
    </ul>
  )
}

/** 'Listing …A1B2C3: Accept', 'Event …D4E5F6: event created'. */
function nameChange({ entity, id, decision }: ChangeTrace): string {
  return entity === 'listing'
    ? `Listing …${id}: ${LISTING_DECISIONS[decision] ?? decision}`
    : `Event …${id}: ${EVENT_DECISIONS[decision] ?? decision}`
}

const LISTING_DECISIONS: Readonly<Record<string, string>> = {
  reason: 'Give reason',
  approved: 'Accept',
  rejected: 'Reject',
  pending: 'Set to pending',
  delete: 'Delete',
}
const EVENT_DECISIONS: Readonly<Record<string, string>> = {
  create: 'event created',
  update: 'event changed',
  delete: 'event deleted',
}
