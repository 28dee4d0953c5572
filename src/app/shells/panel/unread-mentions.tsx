import { useInbox } from '#src/query-cache/use-inbox.ts'

const MOST_SHOWN = 99 // more would not fit beside the label

/** The number of new mentions, read again after each notice of the stream. Nothing without any. */
export function UnreadMentions({ className }: { className: string }) {
  const { value } = useInbox()
  const unread = value?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={className} data-tone="accent">
      <span aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>
      <span className="visually-hidden">{` ${unread} new in the inbox`}</span>
    </span>
  )
}
