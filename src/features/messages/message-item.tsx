import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ownListingPath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import type { Message, MessageKind } from '#src/domain/message.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge, type Tone } from '#src/ui/layout/badge.tsx'

const TONES: Readonly<Record<MessageKind, Tone>> = {
  approved: 'positive',
  rejected: 'negative',
  'changes-needed': 'caution',
}

const LABELS: Readonly<Record<MessageKind, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  'changes-needed': 'Changes needed',
}

const NEXT: Readonly<Record<MessageKind, string>> = {
  approved: 'It was approved and went live.',
  rejected: 'You can change it and submit it again.',
  'changes-needed': 'Correct it and submit it again.',
}

const ANSWERED = 'The listing is no longer rejected: there is nothing to correct.'

export interface MessageItemProps {
  message: Message
  isBusy: boolean
  onRead: () => void
}

/** One message with its actions. */
export function MessageItem({ message, isBusy, onRead }: MessageItemProps) {
  const nameId = useId()
  const { kind, title, at, isRead, isAnswered, reason, hasListing, listingId } = message
  const name = title ?? 'Untitled listing'
  return (
    <li className="card panel stack" aria-labelledby={nameId}>
      <p className="row">
        <Badge tone={TONES[kind]}>{LABELS[kind]}</Badge>
        {!isRead && <Badge tone="accent">New</Badge>}
        <span className="muted">{formatDateTime(at)}</span>
      </p>
      <p className="event-name" id={nameId}>
        {name}
      </p>
      {reason && <p>{reason.sentence}</p>}
      {reason?.note && <p>{`Note: “${reason.note}”`}</p>}
      <p>{isAnswered ? ANSWERED : NEXT[kind]}</p>
      <div className="row">
        {hasListing ? (
          <Link
            className="button"
            data-variant="secondary"
            data-size="small"
            to={ownListingPath(listingId)}
            aria-label={`Open listing: ${name}`}
            onClick={isRead ? undefined : onRead}
          >
            Open listing
          </Link>
        ) : (
          <p className="muted">This listing was deleted.</p>
        )}
        {!isRead && (
          <Button
            variant="quiet"
            size="small"
            busy={isBusy}
            aria-label={`Mark as read: ${name}`}
            onClick={onRead}
          >
            Mark as read
          </Button>
        )}
      </div>
    </li>
  )
}
