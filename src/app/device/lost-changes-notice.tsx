import { formatDateTime } from '#src/domain/dates.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import {
  type ChangeTrace,
  LOST_QUEUES,
  type LostChanges,
  type LostInQueues,
  type LostQueue,
} from '#src/outbox/lost-change-detector.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

const FIRST = 6 // few enough that a phone still shows the page below the notice

interface LostChangesNoticesProps {
  lost: LostInQueues
  onDismiss: (queue: LostQueue) => void
}

/** List what the browser deleted with each of its databases, until the person confirms the notice. */
export function LostChangesNotices({ lost, onDismiss }: LostChangesNoticesProps) {
  return LOST_QUEUES.map((queue) => {
    const ofQueue = lost[queue]
    return (
      ofQueue && (
        <LostChangesNotice
          key={queue}
          queue={queue}
          lost={ofQueue}
          onDismiss={() => onDismiss(queue)}
        />
      )
    )
  })
}

interface LostChangesNoticeProps {
  queue: LostQueue
  lost: LostChanges
  onDismiss: () => void
}

function LostChangesNotice({ queue, lost, onDismiss }: LostChangesNoticeProps) {
  const { changes, more, seenAt } = lost
  const { one, many, remedy } = WORDS[queue]
  const count = changes.length + more
  const dismiss = (
    <Button size="small" onClick={onDismiss}>
      I have checked
    </Button>
  )
  return (
    <Notice tone="negative" action={dismiss}>
      <p>
        {`The browser deleted this site's data, and with it ${countNoun(count, one, many)} waiting on this device (seen last on ${formatDateTime(seenAt)}). ${count === 1 ? 'It' : 'They'} may not have reached the server, but another tab may have sent ${count === 1 ? 'it' : 'some'} just before. Look at ${count === 1 ? 'it' : 'each'} ${remedy}:`}
      </p>
      <TraceList changes={changes.slice(0, FIRST)} />
      {changes.length > FIRST && (
        <details>
          <summary>{`Show ${groupIndian(changes.length - FIRST)} more`}</summary>
          <TraceList changes={changes.slice(FIRST)} />
        </details>
      )}
      {more > 0 && <p>{`And ${groupIndian(more)} more without a name.`}</p>}
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

const WORDS: Readonly<Record<LostQueue, { one: string; many: string; remedy: string }>> = {
  changes: { one: 'change', many: 'changes', remedy: 'and decide again where it is missing' },
  listings: {
    one: 'unsent listing of yours, with its photos and videos,',
    many: 'unsent listings of yours, with their photos and videos,',
    remedy: 'under Your listings, and write it again where it is missing',
  },
}

/** 'Listing …A1B2C3: Accept', 'Event …D4E5F6: event created'. */
function nameChange({ entity, id, decision }: ChangeTrace): string {
  if (entity === 'note') return `Note about …${id}: ${NOTE_DECISIONS[decision] ?? decision}`
  if (entity === 'contact') return `Listing …${id}: that its owner was contacted`
  if (entity === 'visit') return `Listing …${id}: your visit, with what you answered and typed`
  return entity === 'event'
    ? `Event …${id}: ${EVENT_DECISIONS[decision] ?? decision}`
    : `Listing …${id}: ${LISTING_DECISIONS[decision] ?? decision}`
}

const LISTING_DECISIONS: Readonly<Record<string, string>> = {
  save: 'your text',
  submit: 'to be submitted',
  reason: 'Give reason',
  approved: 'Accept',
  rejected: 'Reject',
  pending: 'Set back to pending',
  delete: 'Delete',
}
const NOTE_DECISIONS: Readonly<Record<string, string>> = {
  write: 'your text',
  delete: 'to be removed',
}
const EVENT_DECISIONS: Readonly<Record<string, string>> = {
  create: 'event created',
  update: 'event changed',
  delete: 'event deleted',
}
