import { HouseIcon, UserIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { notePath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import type { InboxMention } from '#src/domain/note/mention-schemas.ts'
import { displayName } from '#src/domain/text.ts'
import { useMarkRead } from '#src/notes/use-mark-read.ts'
import { OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'
import { Badge } from '#src/ui/layout/badge.tsx'

const FORMER = 'A former colleague'

/** A note that mentions the person. Opens its record at the note. */
export function MentionItem({ mention }: { mention: InboxMention }) {
  const { about, noteId, title, author, authorId, beginning, at, isRead } = mention
  const { mutate } = useMarkRead()
  const Icon = about.kind === 'listing' ? HouseIcon : UserIcon
  return (
    <li className="inbox-item" data-new={!isRead || undefined}>
      <Link
        className="inbox-link"
        to={notePath(about, noteId)}
        state={OPENED_HERE}
        onClick={() => !isRead && mutate({ noteId })}
      >
        <span className="inbox-by">
          {!isRead && <Badge tone="accent">New</Badge>}
          <strong>{authorId === null ? FORMER : (author ?? 'A colleague')}</strong>
          <time className="muted" dateTime={at}>
            {formatDateTime(at)}
          </time>
        </span>
        <span className="inbox-about">
          <Icon size={14} aria-hidden />
          {displayName(title)}
        </span>
        <span className="inbox-beginning">{beginning}</span>
      </Link>
    </li>
  )
}
