import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { MessageItem } from './message-item.tsx'
import { NotifySwitch } from './notify-switch.tsx'
import { useMessages } from './use-messages.ts'

/** The messages about the person's listings, and the switch for notifications on this device. */
export function MessagesScreen() {
  const { page, readFailure, markFailure, isBusy, markRead, showOlder, showNewest, refetch } =
    useMessages()
  const newest = page?.messages[0]
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Messages</h2>
        {page && page.unread > 0 && newest && !showNewest && (
          <div className="page-actions">
            <Button busy={isBusy} onClick={() => markRead({ upTo: newest.id })}>
              Mark all as read
            </Button>
          </div>
        )}
      </header>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {markFailure && <Notice tone="negative">{markFailure}</Notice>}
      {!page && !readFailure && <p role="status">Loading your messages...</p>}
      {page?.messages.length === 0 && (
        <EmptyState title="No messages yet">
          When one of your listings was checked, you read here what was decided and why. Answers of
          the grievance officer come here too.
        </EmptyState>
      )}
      {page && page.messages.length > 0 && (
        <ul className="event-day-list">
          {page.messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              isBusy={isBusy}
              onRead={() => markRead({ id: message.id })}
            />
          ))}
        </ul>
      )}
      {(showOlder || showNewest) && (
        <div className="row">
          {showNewest && <Button onClick={showNewest}>Newest messages</Button>}
          {showOlder && <Button onClick={showOlder}>Older messages</Button>}
        </div>
      )}
      {page && <NotifySwitch />}
    </>
  )
}
