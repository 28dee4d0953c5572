import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ownListingPath } from '#src/config/paths.ts'
import { formatDate, formatDateTime, formatDay, formatTime } from '#src/domain/dates.ts'
import type { Message, MessageKind } from '#src/domain/message.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge, type Tone } from '#src/ui/layout/badge.tsx'

const TONES: Readonly<Record<MessageKind, Tone>> = {
  approved: 'positive',
  rejected: 'negative',
  'changes-needed': 'caution',
  'grievance-received': 'neutral',
  'grievance-answered': 'accent',
  'review-delayed': 'caution',
}

const LABELS: Readonly<Record<MessageKind, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  'changes-needed': 'Changes needed',
  'grievance-received': 'Received',
  'grievance-answered': 'Answered',
  'review-delayed': 'Delayed',
}

const ANSWERED = 'The listing is no longer rejected: there is nothing to correct.'

/** What a message says below its title. */
function nextOf({ kind, isAnswered, grievance, expectedBy, at }: Message): string {
  if (kind === 'review-delayed') {
    if (isAnswered) return 'This listing does not wait any more.'
    const by = `${formatDay(expectedBy, Date.parse(at))}, ${formatTime(expectedBy)}`
    return `The review takes longer than we said. Four of five such listings are now decided by ${by}.`
  }
  if (grievance && kind === 'grievance-received' && isAnswered) return 'It was answered.'
  if (isAnswered) return ANSWERED
  if (kind === 'approved') return 'It was approved and went live.'
  if (kind === 'rejected') return 'You can change it and submit it again.'
  if (kind === 'changes-needed') return 'Correct it and submit it again.'
  return grievance?.answer ?? `You get an answer by ${formatDate(grievance?.dueAt)}.`
}

export interface MessageItemProps {
  message: Message
  isBusy: boolean
  onRead: () => void
}

/** One message with its actions. */
export function MessageItem({ message, isBusy, onRead }: MessageItemProps) {
  const nameId = useId()
  const { kind, title, at, isRead, isAnswered, reason, grievance } = message
  const name = grievance ? `Grievance ${grievance.number}` : (title ?? 'Untitled listing')
  return (
    <li className="card panel stack" aria-labelledby={nameId}>
      <p className="row">
        <Badge tone={isAnswered ? 'neutral' : TONES[kind]}>{LABELS[kind]}</Badge>
        {!isRead && <Badge tone="accent">New</Badge>}
        <span className="muted">{formatDateTime(at)}</span>
      </p>
      <p className="event-name" id={nameId}>
        {name}
      </p>
      {reason && <p>{reason.sentence}</p>}
      {reason?.note && <p>{`Note: “${reason.note}”`}</p>}
      <p className="written-text">{nextOf(message)}</p>
      <div className="row">
        <ListingLink message={message} name={name} onOpen={isRead ? undefined : onRead} />
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

interface ListingLinkProps {
  message: Message
  name: string
  onOpen: (() => void) | undefined
}

/** The link to the listing that a message is about. */
function ListingLink({ message: { hasListing, listingId }, name, onOpen }: ListingLinkProps) {
  if (listingId === null) return null
  if (!hasListing) return <p className="muted">This listing was deleted.</p>
  return (
    <Link
      className="button"
      data-variant="secondary"
      data-size="small"
      to={ownListingPath(listingId)}
      aria-label={`Open listing: ${name}`}
      onClick={onOpen}
    >
      Open listing
    </Link>
  )
}
