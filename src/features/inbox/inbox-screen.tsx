import { useQuery } from '@tanstack/react-query'
import { AtSignIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { listOlderMentions } from '#src/api/team/mentions-api.ts'
import type { MentionPage } from '#src/domain/note/mention-schemas.ts'
import { useMarkRead } from '#src/notes/use-mark-read.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useInbox } from '#src/query-cache/use-inbox.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { MentionItem } from './mention-item.tsx'
import './inbox.css'

/** The notes that mention the person, newest first. The newest page is saved, and can be read offline. */
export function InboxScreen() {
  const inbox = useInbox()
  const [cursor, setCursor] = useState<string | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const marking = useMarkRead()
  const newest = inbox.value?.mentions[0]
  const isNew = (inbox.value?.unread ?? 0) > 0

  function turn(next: string | null) {
    setCursor(next)
    // The pressed button may go with its page.
    headingRef.current?.focus()
  }

  return (
    <>
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          Inbox
        </h2>
        <ReadNote
          {...findReadFreshness(inbox, useNow())}
          what="the inbox"
          onRetry={inbox.refetch}
        />
        {isNew && newest && cursor === null && (
          <div className="page-actions">
            <Button
              busy={marking.isPending}
              onClick={() => {
                marking.mutate(
                  { upTo: newest.noteId },
                  { onSuccess: () => headingRef.current?.focus() },
                )
              }}
            >
              Mark all as read
            </Button>
          </div>
        )}
      </header>
      {marking.error && <Notice tone="negative">{describeOnlineFailure(marking.error)}</Notice>}
      {cursor === null ? (
        inbox.value && <Mentions page={inbox.value} onTurn={turn} />
      ) : (
        <OlderMentions key={cursor} cursor={cursor} onTurn={turn} />
      )}
    </>
  )
}

interface PageProps {
  /** Shows the page at a cursor; null shows the newest. */
  onTurn: (cursor: string | null) => void
}

function OlderMentions({ cursor, onTurn }: PageProps & { cursor: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['found', useUserId(), 'mentions', cursor],
    queryFn: ({ signal }) => listOlderMentions(cursor, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <>
      {error && (
        <Notice tone="caution" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {describeOnlineFailure(error)}
        </Notice>
      )}
      {!data && !error && <p role="status">Loading older mentions...</p>}
      {data && <Mentions page={data} onTurn={onTurn} />}
      <div className="row inbox-pages">
        <Button onClick={() => onTurn(null)}>Newest mentions</Button>
      </div>
    </>
  )
}

function Mentions({ page: { mentions, nextCursor }, onTurn }: PageProps & { page: MentionPage }) {
  if (mentions.length === 0)
    return (
      <EmptyState icon={<AtSignIcon size={22} />} title="No mentions yet">
        A colleague who types @ and your name in a note of the team tells you here.
      </EmptyState>
    )
  return (
    <>
      <ol className="inbox-list" aria-label="Mentions">
        {mentions.map((mention) => (
          <MentionItem key={mention.noteId} mention={mention} />
        ))}
      </ol>
      {nextCursor !== null && (
        <div className="row inbox-pages">
          <Button onClick={() => onTurn(nextCursor)}>Older mentions</Button>
        </div>
      )}
    </>
  )
}
